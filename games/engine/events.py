"""What happens in a match. Commands and events share these shapes: a command is a wish, an event has happened.

Each is a tuple, so that equal events are equal and nobody can change one. ``deal`` is the number of the
deal in the match, from 1; seats are numbered from 0, clockwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from .cards import JOKER, Card, CardSet, Suit, cards_in

NapBid: TypeAlias = Literal["two", "three", "misere", "four", "nap", "wellington", "blucher"]
NAP_BIDS: Final[tuple[NapBid, ...]] = (
    "two",
    "three",
    "misere",
    "four",
    "nap",
    "wellington",
    "blucher",
)
"""Weakest first (rules.md 2)."""


class Deal(NamedTuple):
    """The cards are dealt: a hand for each seat, and the widow (empty at Nap)."""

    deal: int
    dealer: int
    hands: tuple[CardSet, ...]
    widow: CardSet


class Pass(NamedTuple):
    deal: int
    seat: int


class Bid(NamedTuple):
    """A bid at Napoleon: so many picture cards, with this trump (`cards.NO_TRUMP` for none)."""

    deal: int
    seat: int
    count: int  # type: ignore[assignment]  # the record's word; nobody counts the items of a bid
    trump: Suit


class BidNap(NamedTuple):
    """A bid at Nap."""

    deal: int
    seat: int
    bid: NapBid


class Call(NamedTuple):
    """Napoleon calls the card whose holder is the adjutant."""

    deal: int
    seat: int
    card: Card


class Exchange(NamedTuple):
    """Napoleon takes the widow and discards as many; ``give_to`` where he chooses who gets the discards."""

    deal: int
    seat: int
    discard: CardSet
    give_to: int | None


class Play(NamedTuple):
    """A card is played; ``suit`` is the suit that a led joker names, None for every other card."""

    deal: int
    seat: int
    card: Card
    suit: Suit | None


Command: TypeAlias = Pass | Bid | BidNap | Call | Exchange | Play
Event: TypeAlias = Deal | Command


class ExchangeChoice(NamedTuple):
    """An exchange is not enumerated: any ``size`` cards ``among`` these; ``recipients`` may be given them."""

    deal: int
    seat: int
    among: CardSet
    size: int
    recipients: tuple[int, ...]


Action: TypeAlias = Command | ExchangeChoice


# What may be done is listed often, so the commands of the deals that run are made once.


@lru_cache(maxsize=256)
def plays_by_seat(deal: int, players: int) -> tuple[tuple[Play, ...], ...]:
    """For each seat the play of each card, without a named suit, by the card's number."""
    return tuple(
        tuple(Play(deal, seat, card, None) for card in range(JOKER + 1)) for seat in range(players)
    )


@lru_cache(maxsize=1024)
def joker_leads(deal: int, seat: int, suits: tuple[Suit, ...]) -> tuple[Play, ...]:
    """The leads of the joker, naming each of these suits."""
    return tuple(Play(deal, seat, JOKER, suit) for suit in suits)


@lru_cache(maxsize=1024)
def calls_of(deal: int, seat: int, cards: CardSet) -> tuple[Call, ...]:
    """The calls of these cards, most often the whole pack."""
    return tuple(Call(deal, seat, card) for card in reversed(cards_in(cards)))
