"""Moves of bots that think long: a worker asks for them while no game is locked, and makes them when it is time.

From the opening of its turn a move takes a multiple of `BOT_THINKS_FOR`, as many as the slowest of the site's recent
thoughts would have needed, so that the wait does not tell whether the seat had much to think about or a single card to
play. No worker sleeps: a task of its own makes the move, and the cache keeps what was thought of.
"""

import logging
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.kernel.game_queries import game_with_seats_by_key
from games.kernel.log import state_of
from games.kernel.transaction import is_attended
from games.models import Game, Seat
from napoleon import bots
from napoleon.engine import DealView
from napoleon.engine.claims import Claimed
from napoleon.engine.events import Command
from napoleon.engine.variants import State
from napoleon.engine.view import deal_view

log = logging.getLogger(__name__)

KEPT_FOR: Final = 120
"""In seconds."""
LATEST: Final = 120
"""In seconds: so much later a task that waited may run. After that another takes its place."""
SLOWEST: Final = "slowest-thought"
SLOWEST_KEPT_FOR: Final = 3600
MOST_PAUSES: Final = 3
"""The most that a slow thought, as on a machine that stood still, adds to other moves."""


class Thought(NamedTuple):
    """What a bot would do, from what its seat saw when it was asked. By now it may see something else."""

    seat: int
    view: DealView
    command: Command
    key: str
    """Names the position."""


def next_thought(game_id: int) -> tuple[Thought, float] | None:
    """What the first such bot that is to act would do, and how many seconds that has to wait."""
    game = game_with_seats_by_key(game_id)
    seats = list(game.seats.all())
    if game.status != Game.Status.RUNNING or not is_attended(seats):
        return None
    known = state_of(game)
    for state in known.match.open:
        for number in state.to_act():
            if thinks(seats[number], state):
                key = f"thought:{game.slug}:{state.number}:{number}:{known.seen[state.number]}"
                return _thought(game, state, seats[number], key)
    return None


def thinks(seat: Seat, state: State) -> bool:
    """Whether a bot that thinks long is asked what to do there. To a claim it answers at once, like others."""
    return seat.thinks_long and not isinstance(state, Claimed)


def _thought(game: Game, state: State, seat: Seat, key: str) -> tuple[Thought, float]:
    view = deal_view(state, seat.number)
    opened = game.turns.filter(deal=state.number, seat=seat.number).values_list("opened_at", flat=True).first()
    begun = timezone.now()
    waited = begun - (opened or begun)
    kept = _known(key)
    if kept is None:
        command = bots.choose(seat.played_by, view, game.rules, game.seq, seat.as_bot and seat.as_bot.face)
        pauses = _pauses(waited, timezone.now() - begun)
        # A thought that is lost would be late each time.
        pauses = pauses if _is_kept(key, (command, pauses, begun), KEPT_FOR) else 1
    else:
        command, pauses, begun = kept
    # Of a machine whose clock is ahead a turn opens later than its bot is first asked.
    return Thought(seat.number, view, command, key), _seconds_left(min(opened or begun, begun), pauses)


def is_first_to_wait(thought: Thought, seconds: float) -> bool:
    """Whether no other task waits to make the move: each sweep sends one, and all of them would go on waiting."""
    try:
        return cache.add(f"waiting-{thought.key}", True, ceil(seconds) + LATEST)
    except Exception as error:
        log.warning("The cache could not tell who waits: %s", type(error).__name__)
        return True


def _pauses(waited: timedelta, took: timedelta) -> int:
    """For how many pauses the turn lasts: what it waited for a worker, and the slowest of recent thoughts."""
    pause = settings.BOT_THINKS_FOR
    if not pause:
        return 0
    slowest, thought = _known(SLOWEST) or pause / 2, took.total_seconds()
    if thought > slowest:
        _is_kept(SLOWEST, min(thought, MOST_PAUSES * pause), SLOWEST_KEPT_FOR)
    return max(ceil((waited.total_seconds() + max(slowest, thought)) / pause), 1)


def _seconds_left(opened: datetime, pauses: int) -> float:
    """The seconds until the move is made."""
    whole = timedelta(seconds=settings.BOT_THINKS_FOR) * pauses
    # Clocks of two machines may differ.
    return min(max(opened + whole - timezone.now(), timedelta()), whole).total_seconds()


def _known(key: str) -> Any:
    try:
        return cache.get(key)
    except Exception as error:
        log.warning("No thought could be read from the cache: %s", type(error).__name__)
        return None


def _is_kept(key: str, value: object, seconds: int) -> bool:
    """Keep it for later tasks. Without a cache a move is thought of once more when it is time."""
    try:
        cache.set(key, value, seconds)
    except Exception as error:
        log.warning("A thought could not be kept: %s", type(error).__name__)
        return False
    return True
