"""An hour that a table fixes to play together."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from icalendar import Calendar
from pytest_django.asserts import assertContains

from games.integrity.audit import audit
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import Event, Game, Outage
from games.seats import meetings
from games.turns import sweep
from games.turns.outages import Shift
from players.models import CalendarFeed, Notification, User
from players.notifications import dispatch
from players.notifications.kinds import bind
from tests.support.notifications import pass_time, reachable, subjects
from tests.support.play import play_out, reread, running
from tests.support.visits import asks_to_sign_in, client_of, get, post, queries, text
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db

# The clock of these tests stands at Monday, 2 March 2026, at noon in UTC.
THURSDAY = datetime(2026, 3, 5, 21, tzinfo=UTC)


@pytest.fixture
def game(wall: Wall, ai: User, bo: User, chie: User) -> Game:
    wall.go()
    return running(ai, bo, chie)


def fix(game: Game, user: User, at: datetime = THURSDAY) -> Game:
    meetings.fix_meeting(game_id=game.pk, user=user, at=at)
    return reread(game)


def told(kind: str) -> set[str]:
    return set(Notification.objects.filter(kind=kind).values_list("user__name", flat=True))


# --- Fixing an hour ---


def test_anybody_at_the_table_fixes_it_by_their_own_clock(game: Game, bo: User) -> None:
    User.objects.filter(pk=bo.pk).update(time_zone="Asia/Tokyo")
    bo.refresh_from_db()
    assert post(bo, f"/t/{game.slug}/meeting/", at="2026-03-06T06:00")["Location"] == f"/t/{game.slug}/people/"
    assert reread(game).meets_at == THURSDAY
    assert "Friday 06:00" in text(get(bo, f"/t/{game.slug}/"))


def test_it_stands_in_the_log_and_on_the_pages(game: Game, ai: User) -> None:
    game = fix(game, ai)
    last = Event.objects.filter(game=game).latest("seq")
    assert last.payload == {"type": "meeting_fixed", "at": "2026-03-05T21:00:00+00:00"}
    for path in ("", "people/"):
        page = text(get(ai, f"/t/{game.slug}/{path}"))
        assert "The table plays together" in page
        assert "Thursday 21:00" in page
        assert "A time to play together was set." in page
    assert f"/t/{game.slug}/meeting.ics" in text(get(ai, f"/t/{game.slug}/people/"))
    assert all(check.holds for check in audit(game))
    assert state_of(game).seq == game.seq


def test_the_pages_take_no_query_more(game: Game, ai: User) -> None:
    get(ai, f"/t/{game.slug}/")  # the first visit is written down
    before = queries(ai, f"/t/{game.slug}/")
    fix(game, ai)
    assert queries(ai, f"/t/{game.slug}/") == before


def test_the_others_are_notified_of_each_hour_once(game: Game, ai: User, bo: User) -> None:
    for _time in range(2):
        fix(game, ai)
    assert told("meeting_fixed") == {"Bo", "Chie"}
    fix(game, bo, THURSDAY + timedelta(days=1))
    assert Notification.objects.filter(kind="meeting_fixed").count() == 4
    dispatch.due_now(timezone.now())
    assert "Time set to play together" in text(get(bo, "/me/notifications/"))


def test_the_others_are_notified_of_an_hour_that_the_table_comes_back_to(game: Game, ai: User, chie: User) -> None:
    for at in (THURSDAY, THURSDAY + timedelta(days=1), THURSDAY):
        fix(game, ai, at)
    hours = Notification.objects.filter(kind="meeting_fixed", user=chie).order_by("pk")
    assert [kind.is_current for kind in bind(hours).values()] == [True, False, True]


@pytest.mark.cards(2)
def test_what_is_over_keeps_nothing_back_where_the_clock_has_stepped_back(
    game: Game, ai: User, chie: User, wall: Wall
) -> None:
    reachable(chie)
    Notification.objects.all().delete()
    for at, minutes in ((THURSDAY, 5), (THURSDAY + timedelta(days=1), -4), (THURSDAY, 10)):
        fix(game, ai, at)
        wall.go(minutes=minutes)
    pass_time(wall.now)
    assert subjects() == ["Time set to play together: Ai’s table"]
    assert "Thursday, March 5, 21:00" in mail.outbox[0].body


def test_it_can_be_cancelled_by_anybody_at_the_table(game: Game, ai: User, bo: User) -> None:
    fix(game, ai)
    assert post(bo, f"/t/{game.slug}/meeting/cancel/").status_code == 302
    game = reread(game)
    assert (game.meets_at, game.meeting_remind_at) == (None, None)
    assert "The table plays together" not in text(get(ai, f"/t/{game.slug}/"))
    seq = game.seq
    meetings.cancel_meeting(game_id=game.pk, user=bo)
    assert reread(game).seq == seq


def test_the_others_are_notified_that_the_hour_is_cancelled(game: Game, ai: User, bo: User, chie: User) -> None:
    fix(game, ai)
    meetings.cancel_meeting(game_id=game.pk, user=bo)
    assert told("meeting_cancelled") == {"Ai", "Chie"}
    dispatch.due_now(timezone.now())
    assert "Time to play together cancelled: Ai’s table" in text(get(chie, "/me/notifications/"))
    fix(game, ai)
    [cancelled] = bind(Notification.objects.filter(kind="meeting_cancelled", user=chie)).values()
    assert not cancelled.is_current


def test_of_an_hour_that_has_passed_nobody_hears_that_it_is_cancelled(game: Game, ai: User, wall: Wall) -> None:
    fix(game, ai)
    wall.now = THURSDAY + timedelta(minutes=1)
    meetings.cancel_meeting(game_id=game.pk, user=ai)
    assert told("meeting_cancelled") == set()


@pytest.mark.parametrize(
    ("ahead", "words"),
    [(timedelta(0), "This time has already passed."), (timedelta(days=60, minutes=1), "up to 60 days ahead")],
)
def test_not_in_the_past_nor_too_far_ahead(game: Game, ai: User, wall: Wall, ahead: timedelta, words: str) -> None:
    with pytest.raises(TableError, match=words):
        fix(game, ai, wall.now + ahead)
    assert post(ai, f"/t/{game.slug}/meeting/", at=(wall.now + ahead).strftime("%Y-%m-%dT%H:%M")).status_code == 409


def test_what_is_no_hour(game: Game, ai: User) -> None:
    ends = ("0001-01-01T00:00", "0001-01-01T00:00+14:00", "9999-12-31T23:59-05:00")
    for at in ("", "Thursday", "2026-02-30T12:00", *ends):
        assertContains(post(ai, f"/t/{game.slug}/meeting/", at=at), "<details", status_code=422)


def test_not_too_often(game: Game, ai: User) -> None:
    client = client_of(ai)
    path, form = f"/t/{game.slug}/meeting/", {"at": "2026-03-05T21:00"}
    assert [client.post(path, form).status_code for _time in range(11)][-2:] == [302, 429]


def test_only_those_at_a_running_table(game: Game, ai: User, bo: User, dai: User) -> None:
    path = f"/t/{game.slug}/meeting/"
    assert asks_to_sign_in(post(None, path))
    assert post(dai, path, at="2026-03-05T21:00").status_code == 404
    assert post(dai, f"{path}cancel/").status_code == 404
    assert get(ai, path).status_code == 405
    over = play_out(running(ai, bo, deals=1), ai, bo)
    with pytest.raises(TableError, match="over"):
        fix(over, ai)


# --- Reminders ---


def test_everybody_is_reminded_an_hour_before_once(game: Game, ai: User, wall: Wall) -> None:
    fix(game, ai)
    wall.now = THURSDAY - timedelta(minutes=61)
    assert sweep.remind_of_meetings(wall.now) == 0
    wall.now = THURSDAY - timedelta(minutes=59)
    assert [sweep.remind_of_meetings(wall.now) for _time in range(2)] == [1, 0]
    assert told("meeting_soon") == {"Ai", "Bo", "Chie"}
    dispatch.due_now(wall.now)
    assert "plays together in an hour" in text(get(ai, "/me/notifications/"))


def test_the_sweep_reminds(game: Game, ai: User, wall: Wall) -> None:
    fix(game, ai, wall.now + timedelta(hours=2))
    wall.go(hours=1, minutes=1)
    sweep.sweep()
    assert told("meeting_soon") == {"Ai", "Bo", "Chie"}


def test_a_match_that_is_over_needs_no_reminder(game: Game, ai: User, wall: Wall) -> None:
    fix(game, ai)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    wall.now = THURSDAY - timedelta(minutes=59)
    assert sweep.remind_of_meetings(wall.now) == 0
    assert reread(game).meeting_remind_at is None


def test_no_reminder_of_an_hour_that_has_passed_or_is_near(game: Game, ai: User, wall: Wall) -> None:
    fix(game, ai, wall.now + timedelta(minutes=30))
    assert reread(game).meeting_remind_at is None
    fix(game, ai)
    wall.now = THURSDAY + timedelta(minutes=1)
    sweep.remind_of_meetings(wall.now)
    assert told("meeting_soon") == set()


# --- Calendars ---


def test_a_file_for_the_calendar(game: Game, ai: User, wall: Wall) -> None:
    path = f"/t/{game.slug}/meeting.ics"
    assert get(ai, path).status_code == 404
    game = fix(game, ai)
    response = get(ai, path)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = Calendar.from_ical(response.content).walk("VEVENT")
    assert event.decoded("dtstart") == THURSDAY
    assert event["url"].endswith(f"/t/{game.slug}/")
    wall.now = THURSDAY + timedelta(hours=3)
    assert get(ai, path).status_code == 404
    assert "The table plays together" not in text(get(ai, f"/t/{game.slug}/"))


def test_a_private_table_tells_no_stranger(wall: Wall, ai: User, bo: User, dai: User) -> None:
    game = fix(running(ai, bo, listed=False), ai)
    for reader, status in ((None, 404), (dai, 404), (bo, 200)):
        assert get(reader, f"/t/{game.slug}/meeting.ics").status_code == status


def test_the_feed_holds_it_under_one_identity(game: Game, ai: User, bo: User) -> None:
    CalendarFeed.objects.create(user=bo, token="bos")
    CalendarFeed.objects.create(user=ai, token="ais")
    names = set()
    for day in range(2):
        fix(game, ai, THURSDAY + timedelta(days=day))
        for token in ("ais", "bos"):
            feed = Calendar.from_ical(get(None, f"/calendar/{token}.ics").content)
            [event] = [one for one in feed.walk("VEVENT") if one["uid"].startswith(game.slug + "-meeting")]
            assert event.decoded("dtstart") == THURSDAY + timedelta(days=day)
            names.add(str(event["uid"]))
    assert len(names) == 1


# --- Outages ---


def test_an_hour_at_which_the_site_was_down_moves_with_the_outage(game: Game, ai: User, wall: Wall) -> None:
    fix(game, ai)
    Notification.objects.all().delete()
    wall.go(days=10, beating=False)
    sweep.sweep()
    sweep.sweep()
    moved = THURSDAY + timedelta(days=10)
    assert reread(game).meets_at == moved
    assert reread(game).meeting_remind_at == moved - timedelta(hours=1)
    assert told("meeting_fixed") == {"Ai", "Bo", "Chie"}
    assert told("meeting_soon") == set()
    assert "The site was down at the time to play together, so it is later." in text(get(ai, f"/t/{game.slug}/people/"))
    assert all(check.holds for check in audit(reread(game)))


def test_an_hour_that_an_outage_leaves_possible_stays(game: Game, ai: User, wall: Wall) -> None:
    """People have it in their own calendars."""
    fix(game, ai)
    wall.go(days=3, beating=False)
    sweep.sweep()
    assert reread(game).meets_at == THURSDAY


@pytest.mark.parametrize("changed", [{"meets_at": THURSDAY + timedelta(days=1)}, {"status": Game.Status.FINISHED}])
def test_an_hour_that_is_no_longer_missed_stays(
    game: Game, ai: User, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]
) -> None:
    """The table agreed upon another one, or the match ended, before the outage could move it."""
    fix(game, ai)
    locked = meetings.locked

    def lock_late(*, key: int) -> Game:
        Game.objects.filter(pk=key).update(**changed)
        return locked(key=key)

    monkeypatch.setattr(meetings, "locked", lock_late)
    meetings.move_meetings(Shift(THURSDAY - timedelta(hours=1), by=timedelta(hours=2)))
    assert reread(game).meets_at == changed.get("meets_at", THURSDAY)
    assert told("meeting_fixed") == {"Bo", "Chie"}


def test_a_table_that_cannot_be_written_to_holds_up_no_other_date(
    game: Game, ai: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix(game, ai)
    wall.go(days=10, beating=False)
    monkeypatch.setattr(meetings, "_move_meeting", 1 / 1)  # nothing that can be called
    sweep.sweep()
    assert Outage.objects.get().is_given_back
