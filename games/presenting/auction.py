"""The auction so far, as a table of rounds or as the list of those who have declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import DealView, EndedView, Pass
from games.engine.knowledge import Said

from .cards import BidWord, bid_word
from .people import Table


@dataclass(frozen=True, slots=True)
class Call:
    """A field of the table of bids: a bid, a pass, the one who is to speak, or nothing yet."""

    bid: BidWord | None = None
    is_pass: bool = False
    is_best: bool = False
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class Bids:
    names: list[str]
    rounds: list[list[Call]]


@dataclass(frozen=True, slots=True)
class Declared:
    """Someone at a sealed auction."""

    name: str
    has_declared: bool
    is_me: bool
    bid: BidWord | None = None
    """Only of the reader himself."""
    has_passed: bool = False


def bids(table: Table, deal: DealView) -> Bids:
    """A column for each seat, from who spoke first; a row for each round."""
    said = deal.auction
    first = said[0].seat if said else deal.to_act[0]
    columns = [(first + place) % table.players for place in range(table.players)]
    fields: list[tuple[int, Call]] = [(one.seat, _call(one, deal)) for one in said]
    if deal.phase in ("bidding", "must_bid"):
        fields.append((deal.to_act[0], Call(is_now=True)))
    rounds: list[list[Call]] = []
    last = table.players
    for seat, call in fields:
        column = columns.index(seat)
        if column <= last:
            rounds.append([Call()] * table.players)
        rounds[-1][column] = call
        last = column
    return Bids([table.names[seat] for seat in columns], rounds)


def _call(said: Said, deal: DealView) -> Call:
    if isinstance(said, Pass):
        return Call(is_pass=True)
    return Call(bid=bid_word(said), is_best=said == deal.high)


def declarations(table: Table, deal: DealView) -> list[Declared]:
    """Who has declared in a sealed auction; what, each knows of himself alone."""
    mine = deal.my_declaration
    return [
        Declared(
            name=table.names[seat],
            has_declared=seat not in deal.to_act,
            is_me=seat == table.me,
            bid=bid_word(mine)
            if seat == table.me and mine and not isinstance(mine, Pass)
            else None,
            has_passed=seat == table.me and isinstance(mine, Pass),
        )
        for seat in table.around()
    ]


def in_a_line(table: Table, deal: DealView | EndedView) -> Sequence[tuple[str, BidWord | None]]:
    """Everything that was said, in order; None is a pass."""
    return [
        (table.names[one.seat], None if isinstance(one, Pass) else bid_word(one))
        for one in deal.auction
    ]
