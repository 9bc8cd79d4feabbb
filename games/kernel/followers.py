"""What follows from an addition to a game's log, inside its transaction: functions that take the `Change`, in order.

The kernel knows none of them by name. `games/followers.py` lists them; other apps add theirs behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, TypeAlias

from games.engine.variants import End
from games.kernel.events import LoggedEvent
from games.kernel.log import GameState
from games.kernel.replay import ReplayStep, replay
from games.models import Game, Seat


@dataclass(frozen=True)
class Change:
    """What one transaction has done to one game, whose row it holds."""

    game: Game
    before: GameState
    after: GameState
    events: tuple[LoggedEvent, ...]
    """What was added to the log."""
    seats: Sequence[Seat]
    """As they are now. A follower may change them: they are saved when all followers are done."""
    stored_seats: Sequence[tuple[Any, ...]]
    """As they were: of each the values of `games.kernel.presence.KEPT`."""
    at: datetime

    @property
    def ended(self) -> tuple[End, ...]:
        """The deals that have ended."""
        return self.after.match.ended[len(self.before.match.ended) :]

    @cached_property
    def steps(self) -> list[ReplayStep]:
        """The whole log, read once for all followers."""
        return list(replay(self.game, seats=self.seats))


Follower: TypeAlias = Callable[[Change], None]

_followers: Final[list[Follower]] = []


def register(*followers: Follower) -> None:
    """Add followers behind those that are there; each only once."""
    _followers.extend(one for one in followers if one not in _followers)


def follow(change: Change) -> None:
    """Run all followers in their order."""
    for follower in _followers:
        follower(change)
