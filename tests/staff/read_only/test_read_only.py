"""Read-only mode: what still answers, what is refused, and that nobody loses time."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.models import Event, Game, Heartbeat, Outage, Turn
from games.tasks import sweep
from games.turns import outages
from infrastructure import read_only
from players.models import User
from staff.health.checks import Site, checks
from staff.management.commands import read_only as command
from tests.support.play import running
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every request looks whether the mode is on, and the command waits for no other process."""
    settings.ASKS_FOR_READ_ONLY = True
    monkeypatch.setattr(read_only, "ASK_EVERY", -1.0)
    monkeypatch.setattr(command, "ASK_EVERY", 0.0)
    yield
    read_only._asked.update(at=float("-inf"), is_on=False)


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return running(ai, bo)


@pytest.fixture
def ais(ai: User) -> Client:
    client = Client()
    client.force_login(ai)
    return client


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    call_command("read_only", *arguments, "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("asking")
def test_the_command_switches_and_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys) == {"read_only": False}
    assert said(capsys, "on") == {"read_only": True}
    assert said(capsys, "on") == {"read_only": True}
    assert said(capsys, "off") == {"read_only": False}
    assert said(capsys, "off") == {"read_only": False}
    assert Outage.objects.count() == 1


def test_the_variable_outranks_the_command(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    settings.READ_ONLY = True
    assert said(capsys) == {"read_only": True}
    with pytest.raises(CommandError, match="READ_ONLY"):
        call_command("read_only", "off")


@pytest.mark.usefixtures("asking")
def test_pages_answer_with_a_banner(ais: Client, game: Game, client: Client) -> None:
    banner = "The site is read-only at the moment"
    assert banner not in ais.get("/").content.decode()
    outages.stop_clocks()
    for path in ("/", game.get_absolute_url(), "/me/", "/me/notifications/", "/archive/", "/tables/"):
        answer = ais.get(path)
        assert answer.status_code == 200
        assert banner in answer.content.decode()
    assert "このサイトはいま閲覧のみ" in client.get("/", headers={"accept-language": "ja"}).content.decode()
    assert client.get("/readyz").status_code == 200


@pytest.mark.usefixtures("asking")
def test_changes_get_a_page_that_says_why(ais: Client, client: Client, game: Game) -> None:
    outages.stop_clocks()
    before = Event.objects.count(), User.objects.count()
    for reader, path in (
        (ais, f"{game.get_absolute_url()}act/"),
        (client, "/accounts/login/"),
        (client, "/play-now/"),
        (ais, "/me/"),
    ):
        answer = reader.post(path, {"name": "New"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "300")
        assert "all clocks are stopped" in answer.content.decode()
    assert (Event.objects.count(), User.objects.count()) == before
    assert client.get("/accounts/oidc/club/login/").status_code == 503
    outages.start_clocks()
    assert client.post("/play-now/").status_code == 302


@pytest.mark.usefixtures("asking")
def test_a_visit_leaves_no_trace(ais: Client, ai: User, game: Game) -> None:
    outages.stop_clocks()
    statements: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        for path in ("/", game.get_absolute_url(), "/me/notifications/", "/archive/", "/clubs/"):
            ais.get(path)
    assert [sql for sql in statements if sql.startswith(("INSERT", "UPDATE", "DELETE"))] == []


@pytest.mark.usefixtures("asking")
def test_clocks_stand_and_every_minute_is_given_back(wall: Wall, game: Game) -> None:
    sweep()
    turn = Turn.objects.get(game=game)
    assert turn.times_out_at
    due, events = turn.times_out_at, Event.objects.count()
    outages.stop_clocks()
    stood = due + timedelta(hours=1) - wall.now
    wall.go(seconds=stood.total_seconds(), beating=False)
    sweep()
    assert Event.objects.count() == events
    outages.start_clocks()
    sweep()
    assert Event.objects.count() == events
    turn.refresh_from_db()
    assert turn.times_out_at
    assert turn.times_out_at - due == stood


@pytest.mark.usefixtures("asking")
def test_a_short_pause_counts_too() -> None:
    sweep()
    outages.stop_clocks()
    outages.start_clocks()
    [outage] = Outage.objects.all()
    assert timedelta() <= outage.end - outage.start < timedelta(minutes=1)
    assert Heartbeat.objects.get().read_only_since is None


@pytest.mark.usefixtures("asking")
def test_health_names_it() -> None:
    assert "Read-only mode" not in {check.name for check in checks(Site(timezone.now()))}
    outages.stop_clocks()
    assert "Read-only mode" in {check.name for check in checks(Site(timezone.now()))}
