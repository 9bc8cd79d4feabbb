"""Who at a table has given their word to play live, as its log says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from games.kernel.events import CLOCK_CHANGES, HAND_OVERS, LivePlayAgreed, LoggedEvent

AGREED_FOR: Final = timedelta(minutes=10)
"""How long a player's consent to play live holds while others have not given theirs."""


def who_agreed(happened: Sequence[LoggedEvent], now: datetime) -> set[int]:
    """The seats whose players have lately given their word, since live play last began or ended."""
    seats: set[int] = set()
    lately = takewhile(lambda one: one.at > now - AGREED_FOR, reversed(happened))
    for logged in reversed(list(lately)):
        event = logged.event
        if isinstance(event, LivePlayAgreed):
            seats.add(event.seat)
        elif isinstance(event, HAND_OVERS):
            seats.discard(event.seat)
        elif isinstance(event, CLOCK_CHANGES):
            seats.clear()
    return seats
