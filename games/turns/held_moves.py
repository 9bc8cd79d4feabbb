"""Moves that can still be taken back, at tables that have chosen so: each is held for some seconds before it is made.

Until then it is in no log, nobody else sees anything of it, and nothing follows from it. So nothing has to be
undone, and others cannot even tell that a move was taken back. Its event says so once it is made.
"""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.transaction import atomic

from games.kernel.events import Payload
from games.kernel.game_queries import locked_by_player
from games.kernel.transaction import GameTransaction
from games.models import Event, Game, Turn
from games.plans.release import release_at
from games.turns.deadlines import set_deadlines
from napoleon.engine import IllegalCommand
from players.models import User

HELD_FOR: Final = timedelta(seconds=8)
"""Longer than the timekeeper looks away, so that a move is made at its moment."""


def holds_moves(game: Game) -> bool:
    """Whether moves are held at this table. In live play there is no time for it."""
    return game.takes_back and game.live_since is None


def held_move(held: dict[str, Any] | None) -> Payload | None:
    """The move that waits in a turn, from its stored form."""
    move: Payload | None = (held or {}).get("move")
    return move


def waiting(transaction: GameTransaction) -> set[tuple[int, int]]:
    """The deals and seats in which a move is held that this transaction has not made."""
    if not transaction.game.takes_back:
        return set()
    made = {(entry.payload.get("deal"), entry.payload.get("seat")) for entry in transaction.entries}
    rows = transaction.game.turns.filter(held__isnull=False).values_list("deal", "seat", "held")
    return {(deal, seat) for deal, seat, held in rows if held_move(held)} - made


def hold(transaction: GameTransaction, payload: Payload, key: UUID | None) -> None:
    """Keep a move, which has been judged, in its turn instead of making it.

    Another move that is held there gives way to it.
    """
    turn = transaction.game.turns.get(deal=payload["deal"], seat=payload["seat"])
    times = _taken_back(turn)
    turn.held = {"move": payload, "key": str(key) if key else None, "taken_back": times}
    turn.release_at = transaction.now + HELD_FOR
    turn.save(update_fields=["held", "release_at"])


def is_held(transaction: GameTransaction, key: UUID | None) -> bool:
    """Whether the request of that key has brought a move that is held now."""
    return key is not None and transaction.game.turns.filter(held__key=str(key)).exists()


def make(transaction: GameTransaction, turn: Turn) -> bool:
    """Make the move that is held in the turn, if there is one and it is still legal."""
    move = held_move(turn.held)
    if turn.held is None or move is None:
        return False
    key, times = turn.held["key"], _taken_back(turn)
    # No page of ours sends a key twice. Two events with the same one could not be stored.
    if key and transaction.game.events.filter(key=key).exists():
        return False
    remarks = {"taken_back": times} if times else None
    try:
        transaction.push(move, Event.By.PLAYER, UUID(key) if key else None, remarks)
    except IllegalCommand:
        return False
    transaction.is_back(turn.seat)
    return True


def _taken_back(turn: Turn) -> int:
    """How many moves the player has taken back in this turn."""
    held: dict[str, Any] = turn.held or {}
    times: int = held.get("taken_back", 0)
    return times


def take_move_back(*, slug: str, user: User, deal: int) -> Game:
    """Take the move back that is held in the person's turn of that deal.

    Nothing happens if it has been made, or is to be made because time has run out.
    """
    with atomic():
        transaction = GameTransaction(locked_by_player(slug, user.pk))
        seat = transaction.seat_of(user.pk)
        turn = transaction.game.turns.filter(deal=deal, seat=seat.number).first()
        if turn is not None and held_move(turn.held) and not _has_timed_out(transaction, turn):
            times = _taken_back(turn) + 1
            turn.held = {"taken_back": times}
            turn.release_at = release_at(transaction.game, transaction.seats, seat, transaction.now, turn.times_out_at)
            turn.save(update_fields=["held", "release_at"])
        return transaction.game


def _has_timed_out(transaction: GameTransaction, turn: Turn) -> bool:
    """Whether the clock has run out, by every stop that is known now."""
    turns = list(transaction.game.turns.filter(seat=turn.seat))
    set_deadlines(transaction.game, transaction.seats, turns, transaction.now)
    times_out_at = next(own.times_out_at for own in turns if own.deal == turn.deal)
    return times_out_at is not None and times_out_at <= transaction.now
