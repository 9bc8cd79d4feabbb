"""Who has been how often at a table of the other size, at one with bots, or without a table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .cutting import Cut
from .values import Kind, Request, Round, kind_of


def exposures(request: Request, kind: Kind) -> dict[int, int]:
    """How often each member has been there in the past.

    Whoever was not in a round is taken to have had the average of that round, so that a late entry does not
    owe what others have done.
    """
    counts = dict.fromkeys(request.members, 0)
    averages = dict.fromkeys(request.members, Fraction(0))
    for round_ in request.past:
        there, present = places(round_, kind, request.size), set(round_.members)
        for member in counts.keys() & set(there):
            counts[member] += 1
        for member in averages.keys() - present:
            averages[member] += Fraction(len(there), max(1, len(present)))
    return {member: counts[member] + round(averages[member]) for member in request.members}


def places(round_: Round, kind: Kind, size: int) -> list[int]:
    """Who is there in that round."""
    if kind == "bye":
        return list(round_.byes)
    tables = [table.members for table in round_.tables if kind_of(table, size) == kind]
    return [member for members in tables for member in members]


def shares(cut: Cut, kind: Kind, size: int) -> int:
    """How many members are there in each round to be drawn."""
    if kind == "bye":
        return cut.byes
    tables = zip(cut.tables, cut.kinds(size), strict=True)
    return sum(table.members for table, of in tables if of == kind)


def most_even(start: Sequence[int], shares: int, rounds: int) -> list[int]:
    """So many shares given out one by one to those who have least, at most one a round to each.

    No other way has a smaller sum of squares, nor a smaller distance of the most from the least.

    >>> most_even([0, 0, 2], 3, 2)
    [2, 1, 2]
    """
    counts, given = list(start), [0] * len(start)
    for _ in range(shares):
        open_to = [member for member in range(len(counts)) if given[member] < rounds]
        member = min(open_to, key=counts.__getitem__)
        counts[member] += 1
        given[member] += 1
    return counts
