"""Matches on hold: their log no longer fits the rules, as after a release that plays otherwise. Nobody plays on there.

`manage.py rebuild` takes a match up again once its log fits, and gives open turns their whole time again.
"""

import logging

from django.db.transaction import atomic
from django.utils import timezone

from games.kernel.events import HoldEnded, LogMisfit, SeatLeft
from games.kernel.game_queries import locked
from games.kernel.log import NewEvent, append, state_of
from games.models import SUBSTITUTE, Event, Game
from infrastructure import broadcast

log = logging.getLogger(__name__)


def hold_if_misfit(error: Exception) -> bool:
    """Put the match on hold whose log was read in vain; whether it was running until now."""
    return isinstance(error, LogMisfit) and error.game_id is not None and put_on_hold(game_id=error.game_id)


def hold_after_task(exception: Exception, **kwargs: object) -> None:
    """The same where a task has failed by it."""
    hold_if_misfit(exception)


def put_on_hold(*, game_id: int) -> bool:
    """Put a running match on hold unless its log fits after all; whether it is on hold now and was not before."""
    with atomic():
        game = locked(key=game_id)
        if game.status != Game.Status.RUNNING or fits(game):
            return False
        game.status, game.closes_at, game.live_since = Game.Status.ON_HOLD, None, None
        game.save(update_fields=["status", "closes_at", "live_since"])
        # All that is done by the clock, by bots and by plans is found in the open turns.
        game.turns.all().delete()
        broadcast.publish_after_commit(game.slug, game.seq)
    log.error("The log of match %s does not fit the rules: it is on hold.", game.slug)
    return True


def fits(game: Game) -> bool:
    try:
        state_of(game)
    except LogMisfit:
        return False
    return True


def end_hold(game: Game) -> None:
    """Let the locked match, whose log fits again, go on. Bots take the seats of accounts closed in the meantime."""
    left = [seat for seat in game.seats.all() if seat.is_open]
    for seat in left:
        seat.bot = SUBSTITUTE
        seat.save(update_fields=["bot"])
    events = [HoldEnded(), *(SeatLeft(seat.number, seat.bot) for seat in left)]
    append(game, [NewEvent(event.to_json(), Event.By.SITE) for event in events], timezone.now())
    broadcast.publish_after_commit(game.slug, game.seq)
