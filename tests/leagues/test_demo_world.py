"""The small world of a site that nobody has used yet."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Game, Turn
from leagues.demo_world import PEOPLE, address
from leagues.models import Club, Offer, Season, Standing, Table
from players.models import User
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path: Path) -> None:
    settings.EMBEDDED, settings.VAR_DIR = True, tmp_path


def demo_world() -> str:
    told = StringIO()
    call_command("demo_world", stdout=told)
    return told.getvalue()


def test_people_tables_and_a_printed_way_in(settings) -> None:
    """One story, because the world takes seconds to make."""
    told = demo_world()
    note, games = settings.VAR_DIR / "demo_password", Game.objects.count()
    assert note.stat().st_mode & 0o077 == 0
    assert demo_world() == told
    assert Game.objects.count() == games
    password = told.split()[-1]
    ai = User.objects.get(name="Ai")
    assert [user.name for user in User.objects.order_by("pk")] == [person.name for person in PEOPLE]
    browser = Client()
    browser.post("/accounts/login/", {"login": address("Ai"), "password": password})
    assert "Your turn" in text(browser.get("/"))
    assert Turn.objects.filter(user=ai).count() >= 3
    assert set(Game.objects.values_list("status", flat=True)) == {"lobby", "running", "finished", "abandoned"}
    assert "Anyone for Napoleon?" in text(get(None, "/tables/"))
    assert "Emi invites you" in text(get(ai, "/"))


def test_a_club_with_a_season_in_every_state_and_people_of_every_role() -> None:
    told = demo_world()
    assert "Hanabi" in text(get(None, "/clubs/"))
    states = dict(Season.objects.values_list("name", "state"))
    assert states == {"Summer": "finished", "Autumn": "running", "Winter": "registration"}
    tables = Table.objects.filter(round__season__name="Autumn")
    assert set(tables.values_list("state", flat=True)) == {"drawn", "running", "finished", "void"}
    assert tables.filter(state="running").first().round.number == 3
    assert Standing.objects.filter(division__season__name="Summer", place=1).exists()
    assert "ai@example.org" in told
    assert "fumi@example.org" not in told
    owner, organiser, substitute, late, outside = (
        User.objects.get(name=person.name) for person in PEOPLE if person.is_for
    )
    roles = dict(Club.objects.get().memberships.values_list("user__name", "role"))
    assert (roles["Ai"], roles["Bo"], roles["Chie"]) == ("owner", "organiser", "member")
    assert Offer.objects.get().user == substitute
    assert Turn.objects.filter(user=late, game__league_table__round__number=3).exists()
    assert str(late) in text(get(organiser, "/clubs/hanabi/seasons/autumn/rounds/3/"))
    assert "3 entries are waiting" in text(get(organiser, "/clubs/hanabi/seasons/winter/"))
    assert str(outside) in text(get(owner, "/clubs/hanabi/requests/"))


def test_a_site_in_use_is_left_alone(bo: User) -> None:
    assert demo_world() == ""
    assert not Game.objects.exists()
    assert list(User.objects.all()) == [bo]


def test_a_site_open_to_others_gets_no_such_people(settings) -> None:
    settings.EMBEDDED = False
    with pytest.raises(CommandError):
        demo_world()
    assert not User.objects.exists()
