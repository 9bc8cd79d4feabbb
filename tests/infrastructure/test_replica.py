"""Archive and statistics are read from the copy while it answers and is not far behind; nothing else is."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import Error, OperationalError, connections
from django.test import Client, override_settings
from django.utils import timezone

from games.models import ArchivedDeal, Game, Heartbeat, PersonTally, Seat
from infrastructure import replica
from infrastructure.replica import from_replica
from players.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A copy that can be reached and holds no tables."""
    empty = {**settings.DATABASES["default"], "ENGINE": "django.db.backends.sqlite3"}
    empty |= {"NAME": tmp_path / "copy.sqlite3", "OPTIONS": {}}
    monkeypatch.setitem(connections.databases, "replica", empty)
    monkeypatch.setattr(replica, "exists", lambda: True)
    monkeypatch.setattr(replica, "_asked", {"at": float("-inf"), "is_usable": False})
    with override_settings(DATABASE_ROUTERS=["infrastructure.replica.Router"]):
        yield
    if hasattr(connections._connections, "replica"):
        connections["replica"].close()
        del connections["replica"]


def where() -> dict[str, str]:
    """The database from which each of these tables is read."""
    models = (ArchivedDeal, PersonTally, Game, Seat, User)
    return {model.__name__: model._default_manager.all().db for model in models}


HERE = dict.fromkeys(("ArchivedDeal", "PersonTally", "Game", "Seat", "User"), "default")


def test_only_what_is_named_is_read_from_the_copy_and_nothing_is_written_there(
    copy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "lag", lambda: 60.0)
    assert from_replica(where)() == {**HERE, "ArchivedDeal": "replica", "PersonTally": "replica"}
    assert where() == HERE
    router = replica.Router()
    assert router.db_for_write(ArchivedDeal) == "default"
    assert not router.allow_migrate("replica", "games")


@pytest.mark.parametrize("behind", [301.0, float("inf"), Error()])
def test_a_copy_that_is_behind_or_gone_is_not_read(
    copy: None, monkeypatch: pytest.MonkeyPatch, behind: float | Error
) -> None:
    asked = []

    def lag() -> float:
        asked.append(behind)
        if isinstance(behind, Error):
            raise behind
        return behind

    monkeypatch.setattr(replica, "lag", lag)
    assert from_replica(where)() == HERE
    assert from_replica(where)() == HERE
    # It is asked again only after some seconds.
    assert len(asked) == 1


def test_a_copy_that_fails_meanwhile_is_given_up(copy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "lag", lambda: 0.0)
    tried = []

    def view() -> str:
        tried.append(where()["ArchivedDeal"])
        if tried[-1] == "replica":
            raise OperationalError
        return "the page"

    assert from_replica(view)() == "the page"
    assert from_replica(view)() == "the page"
    assert tried == ["replica", "default", "default"]


@pytest.mark.parametrize("path", ["/archive/", "/u/{ai.pk}/statistics/"])
def test_pages_are_there_without_the_copy(
    copy: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, ai: User, path: str
) -> None:
    def fail() -> None:
        raise OperationalError

    monkeypatch.setattr(replica, "lag", lambda: 0.0)
    monkeypatch.setattr(connections["replica"], "ensure_connection", fail)
    client = Client()
    client.force_login(ai)
    assert client.get(path.format(ai=ai)).status_code == 200
    assert "The replica does not answer: OperationalError" in caplog.text


def test_how_far_it_is_behind_is_told_by_the_sweeps_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    at: dict[str, datetime | None] = {"default": None, "replica": None}
    monkeypatch.setattr(replica, "_heartbeat", at.get)
    assert replica.lag() == 0
    at["default"] = now
    assert replica.lag() == float("inf")
    at["replica"] = now - timedelta(seconds=90)
    assert replica.lag() == 90
    assert replica.lag(now - timedelta(minutes=5)) == 0
    monkeypatch.undo()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    assert replica._heartbeat("default") == now


def test_no_page_of_a_table_reads_from_the_copy() -> None:
    users = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for package in ("games", "leagues", "players", "staff")
        for path in (Path(settings.BASE_DIR) / package).rglob("*.py")
        if "from_replica" in path.read_text("utf-8")
    }
    assert users == {
        "games/api/looking_back.py",
        "games/archive/views.py",
        "games/statistics/views.py",
        "leagues/statistics/views.py",
    }
