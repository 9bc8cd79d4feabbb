"""The contract of a deal of Napoleon: the result of its auction, call and exchange (rules.md 1.2 and 1.3)."""

from typing import NamedTuple, TypeAlias

from .cards import FULL_PACK, JOKERS, PICTURES, Card, CardSet, Suit, count_pictures
from .deal import Dealt, Declaration
from .events import Bid
from .rules import NapoleonRules

NapoleonDealt: TypeAlias = Dealt[NapoleonRules]


def pack_of(rules: NapoleonRules) -> CardSet:
    """All cards of the pack."""
    return FULL_PACK | JOKERS if rules.joker else FULL_PACK


class Contract(NamedTuple):
    """The result of the auction, the call and the exchange so far. None: not settled yet."""

    dealt: NapoleonDealt
    auction: tuple[Declaration, ...]
    napoleon: int
    count: int  # type: ignore[assignment]  # the record's word, as in `Bid`
    """How many picture cards were bid."""
    trump: Suit
    called: Card | None = None
    adjutant: int | None = None
    """None if Napoleon plays alone, too."""
    discards: CardSet | None = None
    give_to: int | None = None

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def winning_bid(self) -> Bid:
        """The bid that won the auction."""
        return Bid(self.number, self.napoleon, self.count, self.trump)

    def side(self) -> tuple[int, ...]:
        """The seats of Napoleon's side."""
        return (self.napoleon,) if self.adjutant is None else (self.napoleon, self.adjutant)

    def hand(self) -> CardSet:
        """Napoleon's hand: as dealt, or after the exchange."""
        hand = self.dealt.hands[self.napoleon]
        return hand if self.discards is None else (hand | self.dealt.widow) & ~self.discards

    def discards_seen_by(self, seat: int | None) -> CardSet:
        """The discards that a seat has seen; None is a spectator."""
        discards, shown = self.discards or 0, self.dealt.rules.discards_shown
        if seat == self.napoleon or shown == "all":
            return discards
        return discards & PICTURES if shown == "pictures" else 0

    def pictures_out(self) -> int:
        """Discarded picture cards that count for nobody."""
        if self.dealt.rules.discards_to != "nobody":
            return 0
        return count_pictures(self.discards or 0)

    def pictures_for_first_trick(self) -> int:
        """Discarded picture cards that go to the winner of the first trick."""
        if self.dealt.rules.discards_to != "first_trick_winner":
            return 0
        return count_pictures(self.discards or 0)
