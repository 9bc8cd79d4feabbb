"""Moves of bots that think long: a worker asks for them while no game is locked, and makes them when it is time.

Each takes the same time from the opening of its turn, so that the wait does not tell whether the seat had much to think
about, as with a single card to play. No worker sleeps: a task of its own makes the move, and the cache keeps
what was thought of.
"""

import logging
from datetime import timedelta
from typing import Final, NamedTuple

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

KEPT_FOR: Final = 60
"""In seconds."""


class Thought(NamedTuple):
    """What a bot would do, from what its seat saw when it was asked. By now it may see something else."""

    seat: int
    view: DealView
    command: Command


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
    return seat.played_by in bots.THINKERS and not isinstance(state, Claimed)


def _thought(game: Game, state: State, seat: Seat, key: str) -> tuple[Thought, float]:
    view = deal_view(state, seat.number)
    command = _kept(key)
    if command is None:
        command = bots.choose(seat.played_by, view, game.rules, game.seq)
        _keep(key, command)
    return Thought(seat.number, view, command), _until_due(game, state.number, seat.number)


def _until_due(game: Game, deal: int, seat: int) -> float:
    """The seconds until a move is made that somebody has thought of."""
    pause = timedelta(seconds=settings.BOT_THINKS_FOR)
    opened = game.turns.filter(deal=deal, seat=seat).values_list("opened_at", flat=True).first()
    left = (opened or timezone.now()) + pause - timezone.now()
    # Clocks of two machines may differ.
    return min(max(left, timedelta()), pause).total_seconds()


def _kept(key: str) -> Command | None:
    try:
        command: Command | None = cache.get(key)
    except Exception as error:
        log.warning("No thought could be read from the cache: %s", type(error).__name__)
        return None
    return command


def _keep(key: str, command: Command) -> None:
    """Keep it for the task that makes the move. Without a cache it is thought of once more then."""
    try:
        cache.set(key, command, KEPT_FOR)
    except Exception as error:
        log.warning("A thought could not be kept: %s", type(error).__name__)
