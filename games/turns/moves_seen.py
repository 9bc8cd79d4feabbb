"""How many moves of each open deal a player has had on the screen; the seat stores it.

Moves are the calls and cards of the player's own view: what a view hides is no move yet.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from games.kernel.transaction import GameTransaction
from games.models import Seat
from napoleon.engine import DealView, EndedView
from napoleon.engine.view import deal_view

FIELDS: Final = ("moves_seen",)


def moves(deal: DealView | EndedView) -> int:
    return len(deal.auction) + cards_of(deal)


def cards_of(deal: DealView | EndedView) -> int:
    """How many cards of the deal have been played."""
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
