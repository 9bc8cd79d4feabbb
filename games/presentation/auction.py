"""The auction: a table of rounds, the declarations of a sealed auction, or a plain list of calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import DealView, EndedView, Pass
from games.engine.deal import Declaration
from games.presentation.cards import BidWord, bid_word
from games.presentation.reader_table import ReaderTable


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """A cell in the table of rounds: a bid, a pass, the player to act, or nothing yet."""

    bid: BidWord | None = None
    is_pass: bool = False
    is_best: bool = False
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class AuctionRounds:
    names: list[str]
    rounds: list[list[AuctionCell]]


@dataclass(frozen=True, slots=True)
class SealedDeclaration:
    """A player in a sealed auction."""

    name: str
    has_declared: bool
    is_me: bool
    bid: BidWord | None = None
    """Only the reader's own."""
    has_passed: bool = False


def auction_rounds(table: ReaderTable, deal: DealView) -> AuctionRounds:
    """Return a column for each seat, from the first to call, and a row for each round."""
    said = deal.auction
    first = said[0].seat if said else deal.to_act[0]
    columns = [(first + place) % table.players for place in range(table.players)]
    fields: list[tuple[int, AuctionCell]] = [(one.seat, _call(one, deal)) for one in said]
    if deal.phase in ("bidding", "must_bid"):
        fields.append((deal.to_act[0], AuctionCell(is_now=True)))
    rounds: list[list[AuctionCell]] = []
    last = table.players
    for seat, call in fields:
        column = columns.index(seat)
        if column <= last:
            rounds.append([AuctionCell()] * table.players)
        rounds[-1][column] = call
        last = column
    return AuctionRounds([table.names[seat] for seat in columns], rounds)


def _call(said: Declaration, deal: DealView) -> AuctionCell:
    if isinstance(said, Pass):
        return AuctionCell(is_pass=True)
    return AuctionCell(bid=bid_word(said), is_best=said == deal.high)


def declarations(table: ReaderTable, deal: DealView) -> list[SealedDeclaration]:
    """Return who has declared in a sealed auction, and the reader's own declaration."""
    mine = deal.my_declaration
    return [
        SealedDeclaration(
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


def auction_calls(
    table: ReaderTable, deal: DealView | EndedView
) -> Sequence[tuple[str, BidWord | None]]:
    """Return all calls in order; None is a pass."""
    return [
        (table.names[one.seat], None if isinstance(one, Pass) else bid_word(one))
        for one in deal.auction
    ]
