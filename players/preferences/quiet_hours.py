"""Quiet hours: how long they may be. Pure: the clocks of games need it."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from players.models import User

# Clocks of games run for at least half of every day.
LONGEST_QUIET: Final = timedelta(hours=12)


def length(start: time, end: time) -> timedelta:
    """How long quiet hours last by the clock on the wall; the end may lie on the next day."""
    minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
    return timedelta(minutes=minutes % (24 * 60))


def can_be(start: time, end: time) -> bool:
    return timedelta() < length(start, end) <= LONGEST_QUIET


def quiet_hours_end(user: User, now: datetime) -> datetime | None:
    """When the quiet hours end that ``now`` falls into, by the person's own clock; None outside them."""
    start, end = user.quiet_from, user.quiet_until
    if not user.keeps_quiet or start == end:
        return None
    local = now.astimezone(user.zone)
    time = local.time()
    over_midnight = start > end
    if not (time >= start or time < end if over_midnight else start <= time < end):
        return None
    day = local.date() + timedelta(days=over_midnight and time >= start)
    # An hour that comes twice ends in the reading in which it is now.
    return datetime.combine(day, end, local.tzinfo).replace(fold=local.fold)
