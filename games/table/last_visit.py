"""What has happened at a table since its player last looked, by the moves that `games.turns.moves_seen` counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import ngettext

from games.models import Seat
from games.presentation.cards import BidWord, Face, bid_word, face
from games.turns.moves_seen import FIELDS, cards_of, moves, note
from infrastructure.speed import prepared_writes
from napoleon.engine import DealView, EndedView, Pass, PlayerView
from napoleon.engine.cards import Card
from napoleon.engine.deal import Trick


def cards_shown(seat: Seat | None, view: PlayerView, number: int) -> int | None:
    """How many cards of the deal the player has seen; None before their first visit to the table.

    None as well for a deal that ended before their last visit: nobody notes any more what they have seen of it.
    """
    if seat is None or not seat.moves_seen:
        return None
    deal = _deal(view, number)
    is_over = isinstance(deal, EndedView) and (view.finished or str(number) not in seat.moves_seen)
    return None if is_over else _cards_seen(seat, deal)


def mark_moves_seen(seat: Seat | None, view: PlayerView, number: int) -> None:
    """The player has this deal on the screen, as the view shows it, and that earlier deals have ended."""
    if seat is None or view.finished:
        return
    if note(seat, _deal(view, number), {deal.number for deal in view.deals}):
        prepared_writes.update([seat], FIELDS)


def _deal(view: PlayerView, number: int) -> DealView | EndedView:
    deals: list[DealView | EndedView] = [*view.deals, *view.ended]
    return next(deal for deal in deals if deal.number == number)


def _cards_seen(seat: Seat, deal: DealView | EndedView) -> int:
    return max(0, int(seat.moves_seen.get(str(deal.number), 0)) - len(deal.auction))


@dataclass(frozen=True, slots=True, kw_only=True)
class SinceVisit:
    """What is new to the player, in the words of the front page."""

    ended: list[int] = field(default_factory=list)
    """Deals that have ended."""
    calls: list[tuple[str, BidWord | None]] = field(default_factory=list)
    """While the auction runs; None is a pass."""
    tricks: list[str] = field(default_factory=list)
    cards: list[Face] = field(default_factory=list)
    """The new cards of the running trick."""

    def __bool__(self) -> bool:
        return bool(self.ended or self.calls or self.tricks or self.cards)


def since_visit(
    seat: Seat, view: PlayerView, names: Sequence[str], deals: Iterable[DealView]
) -> SinceVisit:
    """Return what has happened in these open deals, and which deals have ended, since the player's last visit."""
    if not seat.moves_seen:
        return SinceVisit()
    deals = list(deals)
    won = Counter(trick.winner for deal in deals for trick in _new_tricks(seat, deal))
    return SinceVisit(
        ended=[deal.number for deal in view.ended if _is_new(seat, deal)],
        calls=[
            (names[call.seat], None if isinstance(call, Pass) else bid_word(call))
            for deal in deals
            if deal.contract is None
            for call in deal.auction[seat.moves_seen.get(str(deal.number), 0) :]
        ],
        tricks=[_won(seat, names, winner, n) for winner, n in won.items()],
        cards=[face(card) for deal in deals for card in _new_cards(seat, deal)],
    )


def _new_tricks(seat: Seat, deal: DealView) -> tuple[Trick, ...]:
    return deal.tricks[_cards_seen(seat, deal) // len(deal.hand_sizes) :]


def _new_cards(seat: Seat, deal: DealView) -> list[Card]:
    """The new cards of the running trick."""
    before = cards_of(deal) - len(deal.trick)
    return [card for _seat, card in deal.trick[max(0, _cards_seen(seat, deal) - before) :]]


def _is_new(seat: Seat, ended: EndedView) -> bool:
    seen = seat.moves_seen.get(str(ended.number))
    if seen is None:
        return ended.number > max(map(int, seat.moves_seen))
    return bool(seen < moves(ended))


def _won(seat: Seat, names: Sequence[str], winner: int, n: int) -> str:
    if winner == seat.number:
        return ngettext("you won %(n)s trick", "you won %(n)s tricks", n) % {"n": n}
    words = {"name": names[winner], "n": n}
    return ngettext("%(name)s won %(n)s trick", "%(name)s won %(n)s tricks", n) % words
