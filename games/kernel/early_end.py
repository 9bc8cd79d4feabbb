"""Ending a match before its time, as a competition may have to: played to its end by bots, or stopped where it is.

Both may be asked for twice; a match that is over stays as it is.
"""

from typing import Final

from django.db.transaction import atomic

from games.kernel.events import AutopilotSwitched, BotsPlayOut, MatchAdjudicated
from games.kernel.game_queries import locked
from games.kernel.transaction import GameTransaction
from games.models import Event, Game
from napoleon.bots import STAND_IN, THINKERS

# Played in one transaction, so that none holds the game for longer than a second.
MOST_MOVES: Final = 100


def play_out(*, game_id: int) -> bool:
    """Let bots play on in all seats, for a while; whether there is more to be played.

    Who sits there stays, on autopilot. Bots otherwise rest where nobody is present: here the match is to end. The log
    says so first: what is played from there on is nobody's to answer for.
    """
    with atomic():
        game = locked(key=game_id)
        if game.status != Game.Status.RUNNING:
            return False
        transaction = GameTransaction(game)
        if not any(isinstance(logged.event, BotsPlayOut) for logged in transaction.state.happened):
            transaction.add(BotsPlayOut(), Event.By.SITE)
        for seat in transaction.seats:
            if seat.is_present:
                seat.autopilot = True
                transaction.add(AutopilotSwitched(seat.number, on=True), Event.By.SITE)
        for _ in range(MOST_MOVES):
            if not _move(transaction):
                break
        transaction.commit()
        return transaction.game.status == Game.Status.RUNNING


def _move(transaction: GameTransaction) -> bool:
    """Let one bot do what is to be done next; whether there was anything."""
    transaction.deal()
    for state in transaction.running.open.values():
        for number in state.to_act():
            level = transaction.seats[number].played_by
            if not level or level in THINKERS:
                # All is played at once, while the game is locked.
                level = STAND_IN
            transaction.bot_move(state, number, level, Event.By.BOT)
            return True
    return False


def stop(*, game_id: int) -> bool:
    """End the match now, for good; whether it was running."""
    with atomic():
        game = locked(key=game_id)
        if game.status != Game.Status.RUNNING:
            return False
        transaction = GameTransaction(game)
        transaction.end_early(MatchAdjudicated())
        return True
