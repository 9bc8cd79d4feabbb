"""The feed of deadlines that a person's calendar reads."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from icalendar import Calendar

from games.models import Game, Turn
from players.models import CalendarFeed, User
from tests.support.play import running
from tests.support.visits import queries

pytestmark = pytest.mark.django_db
TIME_OUT = datetime(2026, 3, 1, 21, 40, tzinfo=UTC)
PATH = "/calendar/a-long-and-secret-token-1.ics"


@pytest.fixture
def ai(ai: User) -> User:
    CalendarFeed.objects.create(user=ai, token="a-long-and-secret-token-1")
    return ai


@pytest.fixture
def game(ai: User) -> Game:
    """A table at which Ai is to play until 21:40."""
    game = running(ai, deals=1)
    Game.objects.update(name="Line\r\nBEGIN:VEVENT; 木曜会")
    Turn.objects.filter(user=ai).update(times_out_at=TIME_OUT)
    return game


def feed(client: Client) -> Calendar:
    # As a calendar asks: without a cookie.
    response = client.get(PATH)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.content)


def test_each_turn_is_an_event_that_ends_when_the_time_does(client: Client, game: Game) -> None:
    [event] = feed(client).walk("VEVENT")
    assert event.decoded("dtend") == TIME_OUT
    assert event.decoded("dtstart") == TIME_OUT - timedelta(minutes=15)
    assert event["summary"].startswith("Deadline: Line")
    assert event["summary"].endswith("木曜会")
    assert event["url"] == f"{settings.SITE_URL}/t/{game.slug}/?deal=1"


def test_a_deadline_that_moves_is_the_same_event(client: Client, game: Game) -> None:
    [before] = feed(client).walk("VEVENT")
    Turn.objects.update(times_out_at=TIME_OUT + timedelta(hours=1))
    [after] = feed(client).walk("VEVENT")
    assert before["uid"] == after["uid"]
    assert after.decoded("dtend") == TIME_OUT + timedelta(hours=1)


def test_no_deadline_no_event(client: Client, game: Game) -> None:
    Turn.objects.update(times_out_at=None)
    assert feed(client).walk("VEVENT") == []


def test_others_turns_are_not_in_it(client: Client, game: Game, bo: User) -> None:
    CalendarFeed.objects.create(user=bo, token="bos")
    assert b"VEVENT" not in client.get("/calendar/bos.ics").content


def test_it_is_in_the_readers_language(client: Client, game: Game, ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(language="ja")
    [event] = feed(client).walk("VEVENT")
    assert not event["summary"].startswith("Deadline")


def test_a_revoked_address_leads_nowhere(client: Client, ai: User) -> None:
    assert client.get(PATH).status_code == 200
    CalendarFeed.objects.all().delete()
    assert client.get(PATH).status_code == 404
    assert client.get("/calendar/.ics").status_code == 404


def test_its_queries_do_not_grow_with_the_turns(game: Game, ai: User) -> None:
    few = queries(None, PATH)
    for _ in range(3):
        running(ai, deals=2, deals_at_once=2)
    Turn.objects.filter(user=ai).update(times_out_at=TIME_OUT)
    assert queries(None, PATH) == few <= 3
