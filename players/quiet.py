"""Quiet hours as times of the day. Pure: no clock is read here."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Final

# So that the clocks of games run for half of every day at least.
LONGEST_QUIET: Final = timedelta(hours=12)


def length(start: time, end: time) -> timedelta:
    """How long quiet hours last by the clock on the wall; the end may be that of the next day."""
    minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
    return timedelta(minutes=minutes % (24 * 60))


def can_be(start: time, end: time) -> bool:
    return timedelta() < length(start, end) <= LONGEST_QUIET
