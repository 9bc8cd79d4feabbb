"""Quiet hours: the only function that says when they begin and end, for clocks and for notifications.

They have a limit: a clock has to run for at least half of every day.

When clocks go back an hour occurs twice, and when they go forward one is missing. Quiet hours then include both
readings, so that no player loses time.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

LONGEST_QUIET: Final = timedelta(hours=12)
DAY: Final = timedelta(days=1)
Hours: TypeAlias = tuple[time, time]
"""In local time; the end may be on the next day."""
Span: TypeAlias = tuple[datetime, datetime]
"""From a moment up to, but not including, another."""


def length(start: time, end: time) -> timedelta:
    """How long quiet hours last by the wall clock; the end may be on the next day."""
    return (datetime.combine(date.min, end) - datetime.combine(date.min, start)) % DAY


def can_be(start: time, end: time) -> bool:
    return timedelta() < length(start, end) <= LONGEST_QUIET


def nights(zone: str, hours: Hours, since: datetime) -> Iterator[Span]:
    """Yield the quiet hours of all days in order; the first are over before ``since``."""
    start, end = hours
    day = since.astimezone(ZoneInfo(zone)).date() - 2 * DAY
    while True:
        morning = day + DAY if end <= start else day
        yield first_reading(zone, day, start), last_reading(zone, morning, end)
        day += DAY


def quiet_until(zone: str, hours: Hours, now: datetime) -> datetime | None:
    """The end of the quiet hours that ``now`` is in, in UTC; None outside them."""
    end: datetime | None = None
    for begins, ends in nights(zone, hours, now):
        if begins > (end or now):
            break
        if ends > now:
            end = max(end or ends, ends)
    return end


@lru_cache(maxsize=4096)
def first_reading(zone: str, day: date, at: time) -> datetime:
    """The moment of this local time, in UTC; the earlier one if the time occurs twice or not at all."""
    return min(_readings(zone, day, at))


@lru_cache(maxsize=4096)
def last_reading(zone: str, day: date, at: time) -> datetime:
    return max(_readings(zone, day, at))


def _readings(zone: str, day: date, at: time) -> list[datetime]:
    local = datetime.combine(day, at, ZoneInfo(zone))
    return [local.replace(fold=fold).astimezone(UTC) for fold in (0, 1)]
