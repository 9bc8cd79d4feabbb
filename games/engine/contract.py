"""What is fixed when a deal of Napoleon begins, and what its auction, call and exchange settle."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from .cards import JOKER_SET, SUIT_SETS, Card, CardSet, Suit, count_pictures
from .events import Bid, Pass
from .rules import NapoleonRules

HIGHEST_COUNT: Final = 20


def pack_of(rules: NapoleonRules) -> CardSet:
    """All cards of the pack."""
    pack = SUIT_SETS[0] | SUIT_SETS[1] | SUIT_SETS[2] | SUIT_SETS[3]
    return pack | JOKER_SET if rules.joker else pack


class Dealt(NamedTuple):
    """What is fixed when the cards are dealt."""

    rules: NapoleonRules
    number: int
    dealer: int
    first_bidder: int
    hands: tuple[CardSet, ...]
    widow: CardSet

    def in_bidding_order(self) -> list[int]:
        players = self.rules.players
        return [(self.first_bidder + turn) % players for turn in range(players)]


Declaration: TypeAlias = Bid | Pass


class PassedOut(NamedTuple):
    """Nobody bid: the deal does not count."""

    deal: Dealt
    auction: tuple[Declaration, ...]


class Contract(NamedTuple):
    """What the auction, the call and the exchange have settled; None where they have not yet."""

    deal: Dealt
    auction: tuple[Declaration, ...]
    napoleon: int
    count: int  # type: ignore[assignment]  # as in `Bid`
    trump: Suit
    called: Card | None = None
    adjutant: int | None = None
    discards: CardSet | None = None
    give_to: int | None = None

    @property
    def number(self) -> int:
        return self.deal.number

    def side(self) -> tuple[int, ...]:
        """The seats of Napoleon's side."""
        return (self.napoleon,) if self.adjutant is None else (self.napoleon, self.adjutant)

    def hand(self) -> CardSet:
        """Napoleon's hand: as dealt, or after the exchange."""
        hand = self.deal.hands[self.napoleon]
        return hand if self.discards is None else (hand | self.deal.widow) & ~self.discards

    def pictures_out(self) -> int:
        """Pictures that are out of the deal: discarded, and belonging to nobody."""
        if self.deal.rules.discards_to != "nobody":
            return 0
        return count_pictures(self.discards or 0)

    def pictures_for_first_trick(self) -> int:
        """Discarded pictures that go to whoever takes the first trick."""
        if self.deal.rules.discards_to != "first_trick_winner":
            return 0
        return count_pictures(self.discards or 0)
