"""Every figure of the standings as a tree, down to deals and adjustments.

The value of a node with parts is the sum of their values, with two exceptions. A round that does not count (`dropped`)
is worth nothing and has the round below it. `points_per_deal` has a divisor among its facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from .inputs import AdjustmentInput, Member, SeasonInput, TableInput, TieBreak, total
from .points import RoundResult, SeasonIndex, TableResult, how_many_count
from .ranking import standings
from .tie_breaks import TieBreaker, TieBreakPart, TieBreakValue

What: TypeAlias = (
    Literal[
        "total",
        "round",
        "dropped",
        "table",
        "bye",
        "void",
        "replaced",
        "absent",
        "gone",
        "score",
        "deal",
        "place",
        "adjustment",
        "start",
        "handicap",
        "duel",
        "made",
        "opponent",
        "penalty",
    ]
    | TieBreak
)
Fact: TypeAlias = int | Fraction | str | tuple[int, ...]


class Node(NamedTuple):
    what: What
    value: Fraction
    facts: Mapping[str, Fact]
    parts: tuple[Node, ...] = ()


def explain(season: SeasonInput, member: Member) -> Node:
    """A member's total, as a tree of rounds, tables, deals and adjustments."""
    index = SeasonIndex(season)
    results, _adjusted, started, points = index.tallied(member)
    start = [Node("start", started, {})] if started else []
    rounds = [_round(index, result, results) for result in results]
    adjustments = [_adjustment(index, each) for each in index.adjustments_of.get(member, ())]
    facts = {"count": how_many_count(season), "rounds": season.rounds}
    return Node("total", points, facts, (*start, *rounds, *adjustments))


def _adjustment(index: SeasonIndex, given: AdjustmentInput) -> Node:
    node = Node("adjustment", given.points, {"number": given.number, "reason": given.reason})
    if not index.season.scheme.advancing or index.counts_in(given) == index.last_round[given.member]:
        return node
    # In a knock-out it counted in an earlier round.
    return Node("dropped", Fraction(0), {"round": index.counts_in(given)}, (node,))


def explain_ties(season: SeasonInput, member: Member) -> tuple[Node, ...]:
    """Each tie-break that was computed for the member, with the parts that it adds up."""
    rows = standings(season)
    points = {row.member: row.points for row in rows}
    (own,) = (row for row in rows if row.member == member)
    breaker = TieBreaker(SeasonIndex(season), points)
    return tuple(_tie(breaker, member, value) for value in own.ties)


def _round(index: SeasonIndex, result: RoundResult, results: Sequence[RoundResult]) -> Node:
    facts: dict[str, Fact] = {"round": result.round}
    if result.how == "table":
        parts = tuple(_table(index, table) for table in result.tables)
        node = Node("round", result.points, facts, parts)
    elif result.how == "gone":
        tables = tuple(_table(index, table) for table in result.tables)
        if total(table.value for table in tables) != result.points:
            facts["missed"] = result.points
        node = Node("gone", result.points, facts, () if "missed" in facts else tables)
    else:
        if result.how == "bye" and index.season.scheme.bye is None:
            facts["average_of"] = tuple(other.round for other in results if other.how == "table")
        node = Node(result.how, result.points, facts)
    return node if result.is_counted else Node("dropped", Fraction(0), facts, (node,))


def _table(index: SeasonIndex, result: TableResult) -> Node:
    facts: dict[str, Fact] = {
        "round": result.round,
        "table": result.table.number,
        "seat": result.seat,
        "deals": len(result.deals),
        "of": len(result.table.deals),
        **_division(result.table),
    }
    parts = []
    if index.season.scheme.points != "place":
        deals = tuple(_deal(index, result, number) for number in result.deals)
        parts.append(Node("score", result.raw, {}, deals))
    if index.season.scheme.points != "raw":
        parts.append(_place(index, result))
    if result.handicap:
        parts.append(_handicap(index, result))
    return Node("table", result.points, facts, tuple(parts))


def _division(table: TableInput) -> dict[str, Fact]:
    return {"division": table.division} if table.division else {}


def _deal(index: SeasonIndex, result: TableResult, number: int) -> Node:
    """What the seat scored, and what normalising made of it."""
    scheme, deal = index.season.scheme, result.table.deals[number]
    facts: dict[str, Fact] = {"deal": number + 1, "score": deal.scores[result.seat]}
    is_own = number in result.own
    if not is_own:
        facts["for_bot"] = scheme.bots
    if scheme.centred:
        facts["mean"] = Fraction(sum(deal.scores), len(deal.scores))
    if scheme.above_field and deal.fields:
        field = deal.fields[result.seat]
        facts |= {"field": field.mean, "others": field.others, "captain": int(field.has_captain)}
    if scheme.pro_rata:
        facts["factor"] = Fraction(scheme.deals, len(result.table.deals))
    return Node("deal", index.scoring.counted(result.table, result.seat, number, is_own), facts)


def _place(index: SeasonIndex, result: TableResult) -> Node:
    first, last = result.places
    size = len(result.table.seats)
    points = index.scoring.of_places(size, first, last)
    facts: dict[str, Fact] = {
        "first": first,
        "last": last,
        "size": size,
        "points": points,
        "share": result.place / points if points else Fraction(len(result.own), len(result.table.deals)),
    }
    return Node("place", result.place, facts)


def _handicap(index: SeasonIndex, result: TableResult) -> Node:
    facts: dict[str, Fact] = {
        "per_match": index.per_match(result.member),
        "own": len(result.own),
        "of": len(result.table.deals),
    }
    return Node("handicap", result.handicap, facts)


def _tie(breaker: TieBreaker, member: Member, value: TieBreakValue) -> Node:
    facts: dict[str, Fact] = {"among": value.among}
    found = breaker.parts(value.tie_break, member, value.among)
    if value.tie_break == "points_per_deal":
        facts["deals"] = breaker.deals(member)
        facts["scored"] = total(part.amount for part in found)
    parts = tuple(_part(value.tie_break, part) for part in found)
    return Node(value.tie_break, value.value, facts, parts)


_PARTS: Mapping[TieBreak, What] = {
    "head_to_head": "duel",
    "points_per_deal": "table",
    "napoleon_wins": "made",
    "contracts_made": "made",
    "strength": "opponent",
    "fewer_penalties": "penalty",
}


def _part(tie_break: TieBreak, part: TieBreakPart) -> Node:
    facts: dict[str, Fact] = {}
    if part.result is not None:
        facts |= {"round": part.result.round, "table": part.result.table.number, **_division(part.result.table)}
    if part.deal is not None:
        facts["deal"] = part.deal + 1
    if part.against is not None:
        facts["against"] = part.against
    if part.adjustment is not None:
        facts["number"] = part.adjustment
    return Node(_PARTS[tie_break], Fraction(part.amount), facts)
