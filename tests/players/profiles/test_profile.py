from datetime import date

import pytest
from django.test import Client

from games.models import PairTally
from players.models import User
from tests.support.play import play_out, running

pytestmark = pytest.mark.django_db


def test_others_see_name_and_finished_games_and_no_address(fumis: Client, bo: User, chie: User) -> None:
    User.objects.filter(pk=bo.pk).update(statistics_for="all")
    play_out(running(bo, chie), bo, chie)
    running(bo, chie)
    text = fumis.get(f"/u/{bo.pk}/").content.decode()
    assert "<h1>Bo</h1>" in text
    assert "<dt>Games finished</dt><dd>1</dd>" in text
    assert "bo@example.org" not in text


def test_a_name_is_text_and_nothing_else(fumis: Client, bo: User) -> None:
    User.objects.filter(pk=bo.pk).update(name="<script>alert(1)</script>")
    assert "<script>alert" not in fumis.get(f"/u/{bo.pk}/").content.decode()


def test_who_is_not_there(fumis: Client, bo: User) -> None:
    User.objects.filter(pk=bo.pk).update(is_active=False)
    assert fumis.get(f"/u/{bo.pk}/").status_code == 404
    assert fumis.get("/u/999999/").status_code == 404
    assert fumis.get("/u/99999999999999999999999/").status_code == 404
    assert fumis.post(f"/u/{bo.pk}/").status_code == 405


@pytest.mark.parametrize(
    ("audience", "acquaintance", "stranger"), [("all", True, True), ("circle", True, False), ("none", False, False)]
)
def test_the_person_chooses_who_sees_results(
    audience: str, acquaintance: bool, stranger: bool, fumis: Client, bo: User, chie: User
) -> None:
    play_out(running(bo, chie), bo, chie)
    User.objects.filter(pk=bo.pk).update(statistics_for=audience)
    own, theirs, month = Client(), Client(), date(2026, 11, 1)
    PairTally.objects.create(user=bo, other=chie, preset="four", is_imported=False, month=month, with_deals=1)
    own.force_login(bo)
    theirs.force_login(chie)
    for client, is_shown in ((own, True), (theirs, acquaintance), (fumis, stranger)):
        page = client.get(f"/u/{bo.pk}/").content.decode()
        assert "<h1>Bo</h1>" in page
        assert ("Games finished" in page) == is_shown
        assert (f"/u/{bo.pk}/statistics/" in page) == is_shown
        assert (f"/archive/?player=%23{bo.pk}" in page) == is_shown
        assert ("does not share these figures with you" in page) != is_shown
