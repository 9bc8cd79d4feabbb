"""Quiet hours and their limit: a clock has to run for at least half of every day."""

from datetime import time, timedelta
from typing import Final

LONGEST_QUIET: Final = timedelta(hours=12)


def length(start: time, end: time) -> timedelta:
    """How long quiet hours last by the wall clock; the end may be on the next day."""
    minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
    return timedelta(minutes=minutes % (24 * 60))


def can_be(start: time, end: time) -> bool:
    return timedelta() < length(start, end) <= LONGEST_QUIET
