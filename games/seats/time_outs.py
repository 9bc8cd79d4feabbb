"""Players whose time is up: a bot moves for them, then plays on, until they take their seat back or nobody does.

Each of these is an event of the log, written like a move (`games/kernel/transaction.py`), so that everybody sees it.
"""

from django.db.transaction import atomic, set_rollback
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.events import AutopilotSwitched, MatchAbandoned
from games.kernel.game_queries import locked, locked_if_free
from games.kernel.transaction import GameTransaction, TableError
from games.models import Event, Game, Turn
from games.plans.services import make_planned_move
from games.turns.open_turns import refresh
from games.turns.outages import beat, no_outage_after, put_off
from games.turns.services import play_on
from napoleon.bots import STAND_IN
from players.models import User


def time_out(*, game_id: int) -> bool:
    """Let a bot play every turn of the game that has timed out, or carry out its plan; return whether there was any.

    A game that another process is writing to is left for the next time.
    """
    with atomic():
        game = locked_if_free(key=game_id, late_at=timezone.now())
        return game is not None and _time_out(game)


def settled(*, game_id: int) -> GameTransaction:
    """Begin to change a running match, once what its clocks have brought about until now is done.

    Everything that moves deadlines begins like this. Otherwise what is done after a deadline, but before the next
    sweep, could still stop a clock that has run out, or seem to.
    """
    game = locked(key=game_id)
    if game.turns.filter(times_out_at__lte=timezone.now()).exists():
        with atomic():
            _time_out(game)
    transaction = GameTransaction.of_running(game_id)
    if _is_abandoned(transaction.game):
        raise TableError(_("This match is over."))
    return transaction


def _time_out(game: Game) -> bool:
    """The same for a locked game."""
    transaction = GameTransaction(game)
    # A clock that has since been stopped has not run out.
    turns = refresh(game, transaction.seats, transaction.now)
    timed_out = [turn for turn in turns if turn.times_out_at and turn.times_out_at <= transaction.now]
    if not timed_out:
        return False
    # A planned move is not late, whenever it was going to be released.
    planned = [turn for turn in timed_out if turn.release_at and make_planned_move(transaction, turn)]
    missed = [turn for turn in timed_out if turn not in planned]
    moved = [turn for turn in missed if _move(transaction, turn)]
    for number in dict.fromkeys(turn.seat for turn in moved):
        _count_time_out(transaction, number)
    play_on(transaction)
    transaction.commit()
    # As with reminders: what is acted upon can be in no outage that is noted from now on.
    beat(max(turn.times_out_at for turn in timed_out if turn.times_out_at))
    if not no_outage_after(transaction.now):
        set_rollback(True)
        return False
    return True


def _move(transaction: GameTransaction, turn: Turn) -> bool:
    """Let a bot move in the turn; not where the answer of another seat to a claim has ended it just now."""
    state = transaction.running.open[turn.deal]
    if turn.seat not in state.to_act():
        return False
    transaction.bot_move(state, turn.seat, STAND_IN, Event.By.TIMEOUT)
    return True


def _count_time_out(transaction: GameTransaction, number: int) -> None:
    """Count a time-out, once however many deals it hit; too many in a row put the seat on autopilot."""
    seat, limit = transaction.seats[number], transaction.game.clock.autopilot
    seat.missed += 1
    if limit and seat.missed >= limit:
        seat.autopilot = True
        transaction.add(AutopilotSwitched(number, on=True), Event.By.SITE)


def take_back(*, game_id: int, user: User) -> None:
    """Let the player play on instead of the bot."""
    with atomic():
        transaction = GameTransaction.of_running(game_id)
        seat = transaction.seat_of(user.pk)
        if seat.autopilot:
            transaction.is_back(seat.number)
            play_on(transaction)
            transaction.commit()


def close_abandoned(*, game_id: int) -> bool:
    """Give a match up that nobody has come back to in time; whether it was."""
    with atomic():
        game = locked_if_free(key=game_id)
        if game is None or not _is_abandoned(game):
            return False
        GameTransaction(game).end_early(MatchAbandoned())
        return True


def _is_abandoned(game: Game) -> bool:
    """Whether the time is over in which somebody could come back. While the site did not run nobody could."""
    now = timezone.now()
    if game.closes_at is None or game.closes_at > now:
        return False
    return put_off(game.closes_at, game.events.latest("seq").at, now) <= now
