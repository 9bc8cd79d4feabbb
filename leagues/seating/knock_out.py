"""A knock-out round: those who are still in, drawn from pots, so that the best of the last round do not meet at once.

The first pot has as many members as there are tables, those with the best ranks; the second pot the next, and so on.
Each table gets one member of each pot. Chance decides within a pot, and where ranks are equal. Byes, where the numbers
force them, go by turns (`byes.py`), among equal turns to the best rank. Among the ways to fill the tables from the pots
the draw looks for one in which nobody meets somebody they are kept apart from; then for few repeats, and for tables of
the other size or with bots that are shared.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from .byes import ByeTurns
from .certificate import exposures, meetings
from .problem import Problem, Where
from .table_sizes import Cut
from .values import KINDS, SeatingRequest, SeatingRound, pair, pairs_of

STARTS: Final = 4
TRIALS: Final = 150
"""The changes that each start tries, for every member."""
APART: Final = 100_000
REPEAT: Final = 10


def knock_out_round(request: SeatingRequest, rng: Random) -> SeatingRound:
    """The best round that the searches find; its seats are still to be balanced."""
    problem = Problem(request)
    search = _PotSearch(problem)
    best = min((search.improved(search.by_chance(rng), rng) for _ in range(STARTS)), key=search.cost)
    [round_] = problem.rounds([best])
    return round_


class _PotSearch:
    """Tables for the members of one round, by the number of the member."""

    def __init__(self, problem: Problem) -> None:
        request, members = problem.request, problem.members
        rank, met = dict(zip(request.members, request.places, strict=True)), meetings(request.past)
        self.problem = problem
        self.ranks = [rank[member] for member in members]
        self.price = [
            [
                (APART if pair(one, other) in request.apart else 0) + REPEAT * met[pair(one, other)]
                if one != other
                else 0
                for other in members
            ]
            for one in members
        ]
        spent = {kind: exposures(request, kind) for kind in KINDS[1:]}
        self.unshared = [[spent[kind][m] if kind in spent else 0 for m in members] for kind in problem.kinds]
        self.pots: list[list[int]] = []
        """Of the last start."""

    def by_chance(self, rng: Random) -> Where:
        """Tables filled from the pots by chance."""
        tables, capacities = len(self.problem.shape.tables), self.problem.capacities
        order = list(range(len(self.ranks)))
        rng.shuffle(order)
        order.sort(key=self.ranks.__getitem__)
        where = [tables] * len(order)
        if self.problem.shape.byes:
            turns, members = ByeTurns(self.problem.request), self.problem.members
            free = sorted(order, key=lambda at: turns.of(members[at]))[: self.problem.shape.byes]
            order = [at for at in order if at not in free]
        self.pots = []
        for number in range(max(capacities[:tables])):
            having = [table for table in range(tables) if capacities[table] > number]
            pot, order = order[: len(having)], order[len(having) :]
            rng.shuffle(having)
            for at, table in zip(pot, having, strict=True):
                where[at] = table
            self.pots.append(pot)
        return where

    def cost(self, where: Where) -> int:
        """What the tables cost: pairs that are kept apart, repeats, and unshared tables."""
        tables: list[list[int]] = [[] for _ in self.problem.capacities]
        for at, table in enumerate(where):
            tables[table].append(at)
        met = sum(
            self.price[one][other]
            for group in tables[: len(self.problem.shape.tables)]
            for one, other in pairs_of(group)
        )
        return met + sum(self.unshared[table][at] for at, table in enumerate(where))

    def improved(self, where: Where, rng: Random) -> Where:
        """Two of one pot change tables wherever that costs no more."""
        pots = [pot for pot in self.pots if len(pot) > 1]
        company: list[set[int]] = [set() for _ in self.problem.capacities]
        for at, table in enumerate(where):
            company[table].add(at)
        left = self.cost(where)
        for _ in range(TRIALS * len(where) if pots else 0):
            if not left:
                break
            one, other = rng.sample(rng.choice(pots), 2)
            change = self._change(where, company, one, other)
            if change > 0:
                continue
            here, there = where[one], where[other]
            where[one], where[other] = there, here
            company[here] ^= {one, other}
            company[there] ^= {one, other}
            left += change
        return where

    def _change(self, where: Where, company: Sequence[set[int]], one: int, other: int) -> int:
        """What it costs more if two change tables."""
        here, there = where[one], where[other]
        mine, its = self.price[one], self.price[other]
        return (
            sum(mine[mate] - its[mate] for mate in company[there] if mate != other)
            + sum(its[mate] - mine[mate] for mate in company[here] if mate != one)
            + self.unshared[there][one]
            + self.unshared[here][other]
            - self.unshared[here][one]
            - self.unshared[there][other]
        )


def misplaced(request: SeatingRequest, round_: SeatingRound) -> int:
    """How many members sit in a better pot than their rank allows; 0 as drawn, perhaps more after a manual swap.

    >>> from .values import SeatingTable
    >>> request = SeatingRequest((5, 6, 7, 8), 1, size=2, other=None, places=(1, 2, 3, 4), is_knock_out=True)
    >>> misplaced(request, SeatingRound((SeatingTable((5, 7)), SeatingTable((8, 6)))))
    0
    >>> misplaced(request, SeatingRound((SeatingTable((5, 6)), SeatingTable((8, 7)))))
    1
    """
    rank = dict(zip(request.members, request.places, strict=True))
    tables = [sorted(rank[member] for member in table.members) for table in round_.tables]
    wrong = 0
    for number in range(max(map(len, tables), default=0)):
        pot = [table[number] for table in tables if len(table) > number]
        later = [table[number + 1] for table in tables if len(table) > number + 1]
        wrong += sum(own > min(later) for own in pot) if later else 0
    return wrong


def going_on(members: int, advancing: int) -> int:
    """How many go on from a table with so many members: at least one stays behind, and somebody goes on.

    >>> [going_on(members, 2) for members in (5, 4, 3, 2, 1)]
    [2, 2, 2, 1, 1]
    """
    return max(1, min(advancing, members - 1))


def field_sizes(members: int, advancing: int, cut: Callable[[int], Cut]) -> list[int]:
    """The number of members in each round, up to the final at a single table.

    ``cut`` divides so many members into tables.

    >>> from .table_sizes import cut
    >>> field_sizes(31, 2, cut), field_sizes(8, 2, lambda members: cut(members, 4)), field_sizes(1, 2, cut)
    ([31, 14, 6, 4], [8, 4], [])
    """
    found = []
    while members > 1:
        found.append(members)
        shape = cut(members)
        if is_final(shape):
            break
        members = shape.byes + sum(going_on(table.members, advancing) for table in shape.tables)
    return found


def is_final(shape: Cut) -> bool:
    """Whether everybody sits at one table."""
    return len(shape.tables) == 1 and not shape.byes
