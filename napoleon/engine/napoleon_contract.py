"""The contract of a deal of Napoleon: the result of its auction, call and exchange (rules.md 1.2 and 1.3)."""

from collections.abc import Sequence
from typing import NamedTuple, Self, TypeAlias

from .cards import FULL_PACK, NO_TRUMP, PICTURES, Card, CardSet, Suit, count_pictures
from .deal import Dealt, Declaration
from .events import Bid, CallWho, Pass
from .rules import NapoleonRules

NapoleonDealt: TypeAlias = Dealt[NapoleonRules]


def pack_of(rules: NapoleonRules) -> CardSet:
    """All cards of the pack."""
    return FULL_PACK | rules.jokers


def owner_of_discards(
    rules: NapoleonRules, *, napoleon: int, given_to: int | None, first_winner: int | None
) -> int | None:
    """The seat whose discarded picture cards count; None where they count for nobody, or not yet."""
    owners = {"napoleon": napoleon, "chosen_opponent": given_to, "first_trick_winner": first_winner}
    return owners.get(rules.discards_to)


def shows_widow(rules: NapoleonRules, auction: Sequence[Declaration]) -> bool:
    """Whether the widow was turned up because everybody had passed in a first auction (more rules, 2.8)."""
    first = auction[: rules.players]
    passes = len(first) == rules.players and all(isinstance(said, Pass) for said in first)
    return rules.all_pass == "show_widow" and passes


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
    who: CallWho | None = None
    """Whom Napoleon called in place of a card."""
    raised_from: Bid | None = None
    """The bid that Napoleon has raised."""

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def winning_bid(self) -> Bid:
        """The bid that won the auction."""
        return Bid(self.number, self.napoleon, self.count, self.trump)

    @property
    def has_called(self) -> bool:
        """Whether Napoleon has called a card, or somebody in place of one."""
        return self.called is not None or self.who is not None

    def after_first_trick(self, winner: int) -> Self:
        """The contract once the first trick has been won: its winner may be the adjutant."""
        is_adjutant = self.who == "first_trick" and winner != self.napoleon
        return self._replace(adjutant=winner) if is_adjutant else self

    def doublings(self) -> int:
        """How often no trumps and nobody called double the score, where they do (more rules, 2.11)."""
        return (self.trump == NO_TRUMP) + (self.who == "nobody")

    def widow_seen_by(self, seat: int | None) -> CardSet:
        """The widow, if the seat has seen it by the time of the play."""
        is_shown = seat == self.napoleon or shows_widow(self.dealt.rules, self.auction)
        return self.dealt.widow if is_shown else 0

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
