"""What each seat can know of a deal from what it has seen: the discards, the adjutant, the pictures taken."""

from __future__ import annotations

from typing import TypeAlias

from .cards import PICTURES, Card, CardSet, count_pictures
from .events import Bid, BidNap, Pass
from .nap import NapTrick
from .napoleon import Contract, Playing, Trick

AnyTrick: TypeAlias = Trick | NapTrick
Said: TypeAlias = Bid | BidNap | Pass


def bid_of(contract: Contract) -> Bid:
    return Bid(contract.number, contract.napoleon, contract.count, contract.trump)


def known_discards(contract: Contract, seat: int | None) -> CardSet:
    """The discards that a seat has seen."""
    discards = contract.discards or 0
    shown = contract.deal.rules.discards_shown
    if seat == contract.napoleon or shown == "all":
        return discards
    return discards & PICTURES if shown == "pictures" else 0


def adjutant_known(
    contract: Contract, seat: int | None, seen: CardSet
) -> tuple[int | None, bool | None]:
    """Who the adjutant is and whether Napoleon plays alone, as far as the seat can know.

    ``seen`` are the cards whose holder the seat has seen, besides its own hand.
    """
    called, adjutant = contract.called, contract.adjutant
    if called is None:
        return None, None
    if seen >> called & 1 or (seat is not None and seat == adjutant):
        return adjutant, adjutant is None
    # Napoleon has seen the widow by now: he knows whether another holds the card, but not who.
    return None, adjutant is None if seat == contract.napoleon else None


def known_pictures(state: Playing, seat: int | None) -> tuple[int, ...]:
    """Pictures taken, without those that lie among discards which the seat has not seen."""
    contract, past = state.deal.contract, state.past
    rules = contract.deal.rules
    if seat == contract.napoleon or rules.discards_shown != "none":
        return past.pictures
    owner = {
        "napoleon": contract.napoleon,
        "chosen_opponent": contract.give_to,
        "first_trick_winner": past.tricks[0].winner if past.tricks else None,
    }.get(rules.discards_to)
    if owner is None:
        return past.pictures
    known = list(past.pictures)
    known[owner] -= count_pictures(contract.discards or 0)
    return tuple(known)


def hand_sizes(
    dealt: int, tricks: int, trick: tuple[tuple[int, Card], ...], players: int
) -> tuple[int, ...]:
    sizes = [dealt - tricks] * players
    for seat, _ in trick:
        sizes[seat] -= 1
    return tuple(sizes)


def tricks_won(tricks: tuple[AnyTrick, ...], players: int) -> tuple[int, ...]:
    won = [0] * players
    for trick in tricks:
        won[trick.winner] += 1
    return tuple(won)
