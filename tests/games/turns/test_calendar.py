"""The feed of deadlines that a person's calendar reads."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from icalendar import Calendar

from games.models import Game, Turn
from players.models import CalendarFeed, CalendarRevision, User
from players.notifications.calendar_revisions import forget_revisions
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


def revision(client: Client) -> tuple[str, int, datetime]:
    [event] = feed(client).walk("VEVENT")
    assert event.decoded("dtstamp") == event.decoded("last-modified")
    return str(event["uid"]), int(event["sequence"]), event.decoded("last-modified")


def test_a_new_time_is_a_later_revision(client: Client, game: Game) -> None:
    uid, sequence, modified = revision(client)
    assert revision(client) == (uid, sequence, modified)
    for hours in (1, -1, 0):
        Turn.objects.update(times_out_at=TIME_OUT + timedelta(hours=hours))
        again = revision(client)
        assert (again[0], again[1] > sequence, again[2] > modified) == (uid, True, True)
        uid, sequence, modified = again


def test_a_turn_that_restarts_is_the_same_event(client: Client, game: Game) -> None:
    uid, sequence, _modified = revision(client)
    Turn.objects.update(opened_at=TIME_OUT - timedelta(hours=3), times_out_at=TIME_OUT + timedelta(hours=2))
    assert revision(client)[0] == uid
    assert revision(client)[1] > sequence


def test_readers_in_two_languages_do_not_make_each_others_revisions(client: Client, game: Game, ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(language="en")
    english = revision(client)
    User.objects.filter(pk=ai.pk).update(language="ja")
    assert revision(client)[0] == english[0]
    User.objects.filter(pk=ai.pk).update(language="en")
    assert revision(client) == english


def test_a_revision_that_was_forgotten_is_followed_by_a_later_one(client: Client, game: Game) -> None:
    _uid, sequence, modified = revision(client)
    forget_revisions(modified + timedelta(days=401))
    assert not CalendarRevision.objects.exists()
    assert revision(client)[1] >= sequence


def test_an_unchanged_feed_is_not_sent_twice(client: Client, game: Game) -> None:
    etag = client.get(PATH)["ETag"]
    assert client.get(PATH)["ETag"] == etag
    unchanged = client.get(PATH, headers={"if-none-match": etag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    Turn.objects.update(times_out_at=TIME_OUT + timedelta(hours=1))
    changed = client.get(PATH, headers={"if-none-match": etag})
    assert (changed.status_code, changed["ETag"] == etag) == (200, False)


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
    assert queries(None, PATH) == few <= 5
