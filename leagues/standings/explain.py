"""Every figure of the standings as a tree: what it is made of, down to deals and adjustments.

The value of a node is the sum of the values of its parts, where it has any; but for rounds that do not count
(`dropped`, worth nothing, with the round below), and `points_per_deal`, which has a divisor among its facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from .ranking import standings
from .rounds import Result, Tally, how_many_count, points_of
from .tables import Line
from .ties import Broken, Item, TieBreaker
from .values import Member, Season, TieBreak, total

What: TypeAlias = (
    Literal[
        "total",
        "round",
        "dropped",
        "table",
        "bye",
        "void",
        "absent",
        "score",
        "deal",
        "place",
        "adjustment",
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


def explain(season: Season, member: Member) -> Node:
    """A member's total: rounds, tables, deals, and adjustments."""
    tally = Tally(season)
    results = tally.counted(tally.results(member))
    rounds = [_round(tally, result, results) for result in results]
    adjustments = [
        Node("adjustment", each.points, {"number": each.number, "reason": each.reason})
        for each in tally.adjustments_of.get(member, ())
    ]
    facts = {"count": how_many_count(season), "rounds": season.rounds}
    points = points_of(results, tally.adjusted(member))
    return Node("total", points, facts, (*rounds, *adjustments))


def explain_ties(season: Season, member: Member) -> tuple[Node, ...]:
    """Each tie-break that was looked at for the member, with what it counts."""
    rows = standings(season)
    points = {row.member: row.points for row in rows}
    (own,) = (row for row in rows if row.member == member)
    breaker = TieBreaker(Tally(season), points)
    return tuple(_tie(breaker, member, broken) for broken in own.ties)


def _round(tally: Tally, result: Result, results: Sequence[Result]) -> Node:
    facts: dict[str, Fact] = {"round": result.round}
    if result.how == "table":
        parts = tuple(_table(tally, line) for line in result.lines)
        node = Node("round", result.points, facts, parts)
    else:
        if result.how == "bye" and tally.season.scheme.bye is None:
            facts["average_of"] = tuple(other.round for other in results if other.how == "table")
        node = Node(result.how, result.points, facts)
    return node if result.is_counted else Node("dropped", Fraction(0), facts, (node,))


def _table(tally: Tally, line: Line) -> Node:
    facts: dict[str, Fact] = {
        "round": line.round,
        "table": line.table.number,
        "seat": line.seat,
        "deals": len(line.deals),
        "of": len(line.table.deals),
    }
    parts = []
    if tally.season.scheme.points != "place":
        deals = tuple(_deal(tally, line, number) for number in line.deals)
        parts.append(Node("score", line.raw, {}, deals))
    if tally.season.scheme.points != "raw":
        parts.append(_place(tally, line))
    return Node("table", line.points, facts, tuple(parts))


def _deal(tally: Tally, line: Line, number: int) -> Node:
    """With what the seat scored, and what was made of it."""
    scheme, deal = tally.season.scheme, line.table.deals[number]
    facts: dict[str, Fact] = {"deal": number + 1, "score": deal.scores[line.seat]}
    if scheme.centred:
        facts["mean"] = Fraction(sum(deal.scores), len(deal.scores))
    if scheme.pro_rata:
        facts["factor"] = Fraction(scheme.deals, len(line.table.deals))
    return Node("deal", tally.scoring.of_deal(line.table, line.seat, number), facts)


def _place(tally: Tally, line: Line) -> Node:
    first, last = line.places
    size = len(line.table.seats)
    facts: dict[str, Fact] = {
        "first": first,
        "last": last,
        "size": size,
        "points": tally.scoring.of_places(size, first, last),
        "share": Fraction(len(line.deals), len(line.table.deals)),
    }
    return Node("place", line.place, facts)


def _tie(breaker: TieBreaker, member: Member, broken: Broken) -> Node:
    facts: dict[str, Fact] = {"among": broken.among}
    items = breaker.items(broken.tie_break, member, broken.among)
    if broken.tie_break == "points_per_deal":
        facts["deals"] = breaker.deals(member)
        facts["scored"] = total(item.amount for item in items)
    parts = tuple(_item(broken.tie_break, item) for item in items)
    return Node(broken.tie_break, broken.value, facts, parts)


_ITEMS: Mapping[TieBreak, What] = {
    "head_to_head": "duel",
    "points_per_deal": "table",
    "napoleon_wins": "made",
    "contracts_made": "made",
    "strength": "opponent",
    "fewer_penalties": "penalty",
}


def _item(tie_break: TieBreak, item: Item) -> Node:
    facts: dict[str, Fact] = {}
    if item.line is not None:
        facts |= {"round": item.line.round, "table": item.line.table.number}
    if item.deal is not None:
        facts["deal"] = item.deal + 1
    if item.against is not None:
        facts["against"] = item.against
    if item.adjustment is not None:
        facts["number"] = item.adjustment
    return Node(_ITEMS[tie_break], item.amount, facts)
