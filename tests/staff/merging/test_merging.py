"""Staff make two accounts one: the page that asks before, the command, and the log."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Note
from players.models import User
from staff.models import StaffAction
from tests.support.clubs import club_of
from tests.support.play import running
from tests.support.stored_seasons import bare_season, entered
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
PATH = "/staff/merge/"


def test_the_page_tells_what_follows_and_does_it(staff: User, ai: User, bo: User) -> None:
    game = running(bo)
    entered(bare_season(club_of(ai, bo)), bo)
    Note.objects.create(game=game, user=bo, text="x")
    browser = client_of(staff)
    page = browser.get(PATH, {"source": f"#{bo.pk}", "target": ai.email}).content.decode()
    for line in (
        "1 seat passes to Ai, with its plans; still running: 1.",
        "with the higher of the two roles: Tuesday.",
        "in these seasons pass to Ai: Spring.",
        "notes (1)",
        "cannot be undone",
    ):
        assert line in page
    form = {"source": bo.pk, "target": ai.pk, "reason": "Signed up twice"}
    assert browser.post(PATH, form)["Location"] == f"/u/{ai.pk}/"
    assert not User.objects.filter(pk=bo.pk).exists()
    entry = StaffAction.objects.get()
    assert (entry.actor, entry.action, entry.person) == (staff, "merge", ai)
    assert (entry.target, entry.reason) == (f"person:{bo.pk}", "Signed up twice")
    assert "merged two accounts" in browser.get("/staff/log/").content.decode()


def test_the_page_says_why_it_cannot_be(staff: User, ai: User, bo: User) -> None:
    running(ai, bo)
    browser = client_of(staff)
    page = browser.get(PATH, {"source": bo.pk, "target": ai.pk}).content.decode()
    assert "know different cards" in page
    assert 'name="reason"' not in page
    form = {"source": bo.pk, "target": ai.pk, "reason": "Signed up twice"}
    assert browser.post(PATH, form).status_code == 409
    assert User.objects.filter(pk=bo.pk).exists()


def test_a_reason_is_needed(staff: User, ai: User, bo: User) -> None:
    assert client_of(staff).post(PATH, {"source": bo.pk, "target": ai.pk, "reason": " "}).status_code == 422
    assert User.objects.filter(pk=bo.pk).exists()


@pytest.mark.parametrize("name", ["nobody@example.org", "99999999", "9" * 40, "ai", "#"])
def test_an_account_that_is_not_there(staff: User, ai: User, name: str) -> None:
    page = client_of(staff).get(PATH, {"source": name, "target": ai.pk})
    assert page.status_code == 200
    assert "There is no such account" in page.content.decode()


def test_nobody_takes_over_what_another_account_knows(staff: User, bo: User) -> None:
    running(bo)
    form = {"source": bo.pk, "target": staff.pk, "reason": "Mine"}
    assert client_of(staff).post(PATH, form).status_code == 409
    assert Game.objects.get().seats.get(number=0).user == bo


def test_others_have_no_such_page(staff: User, ai: User, bo: User) -> None:
    form = {"source": bo.pk, "target": ai.pk, "reason": "Mine"}
    assert client_of(ai).get(PATH).status_code == 404
    assert client_of(ai).post(PATH, form).status_code == 404
    staff.user_permissions.clear()
    assert client_of(staff).post(PATH, form).status_code == 403
    assert User.objects.filter(pk=bo.pk).exists()


def merge_accounts(*words: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("merge_accounts", *words, "--json", stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


def test_the_command(staff: User, ai: User, bo: User) -> None:
    game = running(bo)
    words = (str(bo.pk), ai.email, "--reason", "Signed up twice", "--by", staff.email)
    told = merge_accounts(*words, "--dry-run")
    assert told["done"] is False
    assert "This cannot be undone." in told["follows"]
    assert game.seats.get(number=0).user == bo
    assert not StaffAction.objects.exists()
    assert merge_accounts(*words)["done"] is True
    assert game.seats.get(number=0).user == ai
    assert StaffAction.objects.get().actor == staff


def test_the_command_says_what_is_wrong(ai: User, bo: User) -> None:
    running(ai, bo)
    for source, target in ((bo.email, ai.email), ("nobody@example.org", ai.email)):
        with pytest.raises(CommandError):
            merge_accounts(source, target, "--reason", "x")
