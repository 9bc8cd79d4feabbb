"""What has happened at a table since its player last looked, in the words of the front page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import ngettext

from games.models import Seat
from games.presentation.cards import BidWord, Face, bid_word, face
from games.turns.moves_seen import cards_of, cards_seen, moves
from napoleon.engine import DealView, EndedView, Pass, PlayerView
from napoleon.engine.cards import Card
from napoleon.engine.deal import Trick


@dataclass(frozen=True, slots=True, kw_only=True)
class SinceVisit:
    """What is new to the player."""

    ended: list[int] = field(default_factory=list)
    """Deals that have ended."""
    calls: list[tuple[str, BidWord | None]] = field(default_factory=list)
    """While the auction runs; None is a pass."""
    tricks: list[str] = field(default_factory=list)
    cards: list[Face] = field(default_factory=list)
    """The new cards of the running trick."""

    def __bool__(self) -> bool:
        return bool(self.ended or self.calls or self.tricks or self.cards)


def since_visit(seat: Seat, view: PlayerView, names: Sequence[str], deals: Iterable[DealView]) -> SinceVisit:
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
    return deal.tricks[cards_seen(seat, deal) // len(deal.hand_sizes) :]


def _new_cards(seat: Seat, deal: DealView) -> list[Card]:
    before = cards_of(deal) - len(deal.trick)
    return [card for _seat, card in deal.trick[max(0, cards_seen(seat, deal) - before) :]]


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
