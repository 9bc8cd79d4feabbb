"""How many moves of each open deal a player has had on the screen; the seat stores it.

Moves are the calls and cards of the player's own view: what a view hides is no move yet.
"""

from collections.abc import Collection
from typing import Final

from games.kernel.transaction import GameTransaction
from games.models import Seat
from infrastructure.read_only import is_read_only
from infrastructure.speed import prepared_writes
from napoleon.engine import DealView, EndedView, PlayerView
from napoleon.engine.view import deal_view

FIELDS: Final = ("moves_seen",)


def moves(deal: DealView | EndedView) -> int:
    return len(deal.auction) + cards_of(deal)


def cards_of(deal: DealView | EndedView) -> int:
    running = len(deal.trick) if isinstance(deal, DealView) else 0
    return sum(len(trick.cards) for trick in deal.tricks) + running


def note(seat: Seat, deal: DealView | EndedView, open_deals: Collection[int]) -> bool:
    """The player has this deal on the screen, and that other deals have ended. Whether the seat is to be saved."""
    seen = {number: n for number, n in seat.moves_seen.items() if int(number) in open_deals}
    seen[str(deal.number)] = moves(deal)
    if seen == seat.moves_seen:
        return False
    seat.moves_seen = seen
    return True


def note_own_move(transaction: GameTransaction, seat: int, number: int) -> None:
    """A player who moves sees what bots and plans did right after it. The transaction saves the seat."""
    if state := transaction.running.open.get(number):
        note(transaction.seats[seat], deal_view(state, seat), transaction.running.open)


def cards_shown(seat: Seat | None, view: PlayerView, number: int) -> int | None:
    """How many cards of the deal the player has seen; None before their first visit to the table.

    Also None for a deal that ended before their last visit, since nothing is stored about it any more.
    """
    if seat is None or not seat.moves_seen:
        return None
    deal = _deal(view, number)
    is_over = isinstance(deal, EndedView) and (view.finished or str(number) not in seat.moves_seen)
    return None if is_over else cards_seen(seat, deal)


def mark_moves_seen(seat: Seat | None, view: PlayerView, number: int) -> None:
    """The player has this deal on the screen, as the view shows it, and that earlier deals have ended."""
    if seat is None or view.finished or is_read_only():
        return
    if note(seat, _deal(view, number), {deal.number for deal in view.deals}):
        prepared_writes.update([seat], FIELDS)


def _deal(view: PlayerView, number: int) -> DealView | EndedView:
    deals: list[DealView | EndedView] = [*view.deals, *view.ended]
    return next(deal for deal in deals if deal.number == number)


def cards_seen(seat: Seat, deal: DealView | EndedView) -> int:
    return max(0, int(seat.moves_seen.get(str(deal.number), 0)) - len(deal.auction))
