"""Quiet hours in every zone, above all where clocks change: mails wait for as long as clocks stop."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from napoleon.quiet_hours import DAY, Hours, can_be, length, quiet_until
from napoleon.time_bank import HOUR, Calendar, after, running

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
# All but fixed offsets; some change by half an hour, by two hours or by a whole day.
ZONES = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
ODD = ("Pacific/Apia", "Australia/Lord_Howe", "Antarctica/Troll", "Africa/Casablanca", "Asia/Pyongyang")


def changes_after(zone: str, since: datetime) -> datetime | None:
    """The next change of the zone's clocks within a year, to the minute."""
    offset = since.astimezone(ZoneInfo(zone)).utcoffset()
    for day in range(1, 367):
        end = since + day * DAY
        if end.astimezone(ZoneInfo(zone)).utcoffset() != offset:
            start = end - DAY
            while end - start > MINUTE:
                middle = start + (end - start) // 2
                if middle.astimezone(ZoneInfo(zone)).utcoffset() == offset:
                    start = middle
                else:
                    end = middle
            return end.replace(second=0, microsecond=0)
    return None


@st.composite
def hours(draw: st.DrawFn) -> Hours:
    start, lasts = draw(st.integers(0, 95)), draw(st.integers(1, 48))
    first, last = (divmod(15 * quarter, 60) for quarter in (start, (start + lasts) % 96))
    return time(*first), time(*last)


@st.composite
def moments_in_zones(draw: st.DrawFn) -> tuple[str, datetime]:
    """A moment within a day and a half of a change of clocks."""
    zone = draw(st.sampled_from(ZONES) | st.sampled_from(ODD))
    since = datetime(2005, 1, 1, tzinfo=UTC) + draw(st.integers(0, 12000)) * DAY
    change = changes_after(zone, since)
    assume(change is not None)
    assert change is not None
    return zone, change + draw(st.integers(-36 * 60, 36 * 60)) * MINUTE


def is_within(wall: time, quiet: Hours) -> bool:
    start, end = quiet
    return start <= wall < end if start < end else wall >= start or wall < end


@given(moments_in_zones(), hours())
def test_mails_wait_exactly_while_the_clock_stops(place: tuple[str, datetime], quiet: Hours) -> None:
    zone, now = place
    calendar, ends = Calendar(zone, quiet), quiet_until(zone, quiet, now)
    assert running(calendar, now, now + SECOND) == (timedelta() if ends else SECOND)
    assert after(calendar, now, SECOND) == (ends or now) + SECOND


@given(moments_in_zones(), hours())
def test_nobody_is_disturbed_at_an_hour_that_they_keep(place: tuple[str, datetime], quiet: Hours) -> None:
    zone, now = place
    wall = now.astimezone(ZoneInfo(zone)).time()
    ends = quiet_until(zone, quiet, now)
    if is_within(wall, quiet):
        assert ends is not None
        assert not is_within(ends.astimezone(ZoneInfo(zone)).time(), quiet)
    elif ends:
        offsets = {(now + side).astimezone(ZoneInfo(zone)).utcoffset() for side in (-26 * HOUR, 26 * HOUR)}
        assert len(offsets) == 2, "away from a change of clocks the wall clock alone decides"


@given(moments_in_zones(), hours())
def test_they_end(place: tuple[str, datetime], quiet: Hours) -> None:
    zone, now = place
    if ends := quiet_until(zone, quiet, now):
        assert now < ends <= now + length(*quiet) + 2 * DAY
        assert quiet_until(zone, quiet, ends) is None


@pytest.mark.parametrize(
    ("now", "ends"),
    [
        # New York, 8 March: 2:00 to 3:00 does not exist. From 2:30 is from 1:30; until 2:30 is until 3:30.
        ("2026-03-08T06:29Z", None),
        ("2026-03-08T06:30Z", "2026-03-08T11:00Z"),
        # 1 November: 1:30 comes twice.
        ("2026-11-01T05:29Z", "2026-11-01T12:00Z"),
        ("2026-11-01T06:30Z", "2026-11-01T12:00Z"),
    ],
)
def test_a_start_in_an_hour_that_is_missing_or_comes_twice(now: str, ends: str | None) -> None:
    quiet = time(2, 30) if now < "2026-06" else time(1), time(7)
    moment = datetime.fromisoformat(now)
    assert quiet_until("America/New_York", quiet, moment) == (datetime.fromisoformat(ends) if ends else None)


@pytest.mark.parametrize(
    ("now", "ends"),
    [
        ("2026-03-08T06:45Z", "2026-03-08T07:30Z"),
        ("2026-03-08T07:29Z", "2026-03-08T07:30Z"),
        ("2026-03-08T07:30Z", None),
    ],
)
def test_an_end_in_the_hour_that_is_missing(now: str, ends: str | None) -> None:
    moment = datetime.fromisoformat(now)
    expected = datetime.fromisoformat(ends) if ends else None
    assert quiet_until("America/New_York", (time(22), time(2, 30)), moment) == expected


def test_half_a_day_is_the_limit_to_the_second() -> None:
    assert can_be(time(19), time(7))
    assert not can_be(time(19), time(7, 0, 1))
    assert not can_be(time(19), time(19))
