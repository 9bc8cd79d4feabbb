"""Who is at a table: which seats are people's, who is there, and when a table that nobody comes back to is closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from games.kernel.events import HAND_OVERS, AutopilotSwitched, LoggedEvent
from games.models import Event, Game, Seat

PLAYER: Final = ("user_id", "bot", "autopilot")
"""What of a seat says who plays in it."""
KEPT: Final = (
    *PLAYER,
    "invited_id",
    "automates",
    "missed",
    "bank",
    "bank_charged_until",
    "hours_json",
)
"""What of a seat may change while its match runs."""

# A table at which nobody is left, or all are on autopilot, waits so long for somebody to come back.
ABSENT: Final = timedelta(days=7)
# So long waits a match of one person and bots for its only player, whose clock does not run.
ALONE: Final = timedelta(days=30)


def kept(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in KEPT)


def player_of(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in PLAYER)


def is_attended(seats: Sequence[Seat]) -> bool:
    """Whether a person plays here himself."""
    return any(seat.is_present for seat in seats)


def closes_at(game: Game, seats: Sequence[Seat], now: datetime) -> datetime | None:
    """When to give a running match up, as it stands after a move, a pause or a change of seats."""
    # In a pause nobody has to come back.
    since = max(now, game.paused_until or now)
    if not is_attended(seats):
        return since + ABSENT
    people = sum(seat.user_id is not None for seat in seats)
    return since + ALONE if people == 1 else None


def away(players: int, log: Iterable[LoggedEvent]) -> list[tuple[bool, int]]:
    """Of each seat, whether a bot plays for its person, and how many time-outs it has had in a row."""
    autopilot, misses = [False] * players, [set[datetime]() for _ in range(players)]
    for _seq, at, by, event, _payload in log:
        seat = getattr(event, "seat", None)
        if not isinstance(seat, int) or not 0 <= seat < players:
            continue
        is_hand_over = isinstance(event, HAND_OVERS)
        if isinstance(event, AutopilotSwitched):
            autopilot[seat] = event.on is True
        elif is_hand_over:
            autopilot[seat] = False
        if by == Event.By.TIMEOUT:
            # Deals at once may run out of time together: that is one time-out.
            misses[seat].add(at)
        elif is_hand_over or by in (Event.By.PLAYER, Event.By.PLAN):
            misses[seat].clear()
    return [(seat, len(missed)) for seat, missed in zip(autopilot, misses, strict=True)]
