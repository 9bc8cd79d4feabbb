"""The small world of a site that nobody has used yet."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.demo_world import NAMES, address
from games.models import Game, Turn
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


def test_people_tables_and_a_printed_way_in() -> None:
    told = demo_world()
    password = told.split()[-1]
    ai = User.objects.get(name="Ai")
    assert [user.name for user in User.objects.order_by("pk")] == list(NAMES)
    browser = Client()
    browser.post("/accounts/login/", {"login": address("Ai"), "password": password})
    assert "Your turn" in text(browser.get("/"))
    assert Turn.objects.filter(user=ai).count() >= 3
    statuses = set(Game.objects.values_list("status", flat=True))
    assert statuses == {"lobby", "running", "finished"}
    assert "Anyone for Napoleon?" in text(get(None, "/tables/"))
    assert "Emi invites you" in text(get(ai, "/"))


def test_it_is_made_once_and_told_again() -> None:
    first = demo_world()
    games = Game.objects.count()
    assert demo_world() == first
    assert Game.objects.count() == games


def test_a_site_in_use_is_left_alone(bo: User) -> None:
    assert demo_world() == ""
    assert not Game.objects.exists()
    assert list(User.objects.all()) == [bo]


def test_its_password_is_for_its_owner_alone(settings) -> None:
    demo_world()
    note = settings.VAR_DIR / "demo_password"
    assert note.stat().st_mode & 0o077 == 0


def test_a_site_open_to_others_gets_no_such_people(settings) -> None:
    settings.EMBEDDED = False
    with pytest.raises(CommandError):
        demo_world()
    assert not User.objects.exists()
