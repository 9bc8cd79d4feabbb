"""What the deals of every game have in common: the dealt cards, finished tricks, a deal that was passed out."""

from __future__ import annotations

from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from .cards import Card, CardSet, Suit
from .events import Bid, BidNap, Pass
from .rules import Rules

R = TypeVar("R", bound=Rules, covariant=True)

Declaration: TypeAlias = Bid | BidNap | Pass
"""What a seat says in an auction."""

Why: TypeAlias = Literal[
    "yoromeki", "mighty", "joker", "right_jack", "left_jack", "same_two", "trump", "led_suit"
]
"""By what a card wins its trick. At Nap only the last two occur."""

Led: TypeAlias = int
"""How a trick was led: the led suit (0 to 3), plus `JOKER_LED` if a joker led and named that suit."""
JOKER_LED: Final = 4


def led_suit(led: Led) -> Suit:
    """The suit that must be followed.

    >>> led_suit(2), led_suit(2 + JOKER_LED)
    (2, 2)
    """
    return led & 3


class Dealt(NamedTuple, Generic[R]):
    """The cards as dealt, and what is fixed from then on. Shared by all states of the deal."""

    rules: R
    number: int
    """The number of the deal in its match, from 1."""
    dealer: int
    first_bidder: int
    hands: tuple[CardSet, ...]
    """The dealt hand of each seat."""
    widow: CardSet
    """The cards left face down; empty at Nap."""

    def in_bidding_order(self) -> list[int]:
        """All seats clockwise, the first bidder first."""
        players = self.rules.players
        return [(self.first_bidder + turn) % players for turn in range(players)]


class PassedOut(NamedTuple, Generic[R]):
    """The end of a deal in which nobody bid. It does not count."""

    dealt: Dealt[R]
    auction: tuple[Declaration, ...]

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def reshuffles(self) -> bool:
        """Whether the pack is shuffled for the next deal although the rules say ``no_shuffle``."""
        return False


class Trick(NamedTuple):
    """A finished trick."""

    leader: int
    cards: tuple[Card, ...]
    """In order of play, from the leader on."""
    winner: int
    why: Why
    step: int
    """The direction of play: +1 clockwise, -1 against."""
    led: Led

    def seats(self) -> list[int]:
        """Who played each card.

        >>> Trick(1, (5, 6, 7), 1, "led_suit", -1, 0).seats()
        [1, 0, 2]
        """
        players = len(self.cards)
        return [(self.leader + place * self.step) % players for place in range(players)]


def tricks_by_seat(tricks: tuple[Trick, ...], players: int) -> tuple[int, ...]:
    """How many tricks each seat has won."""
    won = [0] * players
    for trick in tricks:
        won[trick.winner] += 1
    return tuple(won)
