"""Carry out plans, each at the very moment that was drawn for it.

A thread of the scheduler does this and nothing else. The sweep would make all the moves of a minute in the same
second, and a worker would make them when its other tasks are done; by either, an outsider could tell that nobody made
them by hand.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Final

from django.db import connections
from django.utils import timezone

from games.kernel.on_hold import hold_if_misfit
from games.plans import services
from infrastructure.read_only import is_read_only

log = logging.getLogger(__name__)

# In seconds. A turn that opens is found in time, because its plan waits for longer (`games.plans.release.SOONEST`).
LOOK_EVERY: Final = 5.0
# A move that would come later than this after its moment waits for a new one: those that a standstill has delayed would
# otherwise all come at its end.
MISSED: Final = timedelta(seconds=2)
AFTER_AN_ERROR: Final = timedelta(minutes=1)


def _always() -> bool:
    return True


# Of several schedulers one carries out plans; `staff.processes.lease` puts in who decides which.
is_leader: Callable[[], bool] = _always


def start(**kwargs: object) -> None:
    """Carry out plans from now on, for as long as this process lives."""
    Thread(target=_run, name="timekeeper", daemon=True).start()


def _run() -> None:
    while True:
        pause = LOOK_EVERY
        try:
            pause = step() if is_leader() and not is_read_only() else LOOK_EVERY
        except Exception as error:
            log.warning("The timekeeper failed: %s", type(error).__name__)
        if pause:
            connections.close_all()
            time.sleep(pause)


def step() -> float:
    """Carry out the plans of one game, if any are due; return the seconds until something may be due."""
    turn, now = services.next_release(), timezone.now()
    if turn is None or turn.release_at is None:
        return LOOK_EVERY
    if turn.release_at > now:
        return min(LOOK_EVERY, (turn.release_at - now).total_seconds())
    if turn.release_at < now - MISSED:
        services.release_later(game_id=turn.game_id)
    else:
        _release(turn.game_id)
    return 0.0


def _release(game_id: int) -> None:
    """Release the moves of the game; one that fails holds up no other."""
    try:
        services.release(game_id=game_id)
    except Exception as error:
        if hold_if_misfit(error):
            return
        # An error's text may name a card, and its words must not say that a move was planned.
        log.warning("Game %s could not go on: %s", game_id, type(error).__name__)
        services.release_later(game_id=game_id, after=AFTER_AN_ERROR)
