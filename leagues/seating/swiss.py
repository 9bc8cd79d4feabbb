"""A Swiss round: neighbours in the standings who have not met sit together.

One round is drawn at a time. Byes go by turns (`byes.py`), among equal ones to the last in the standings. The aims for
the others, in their order: pairs that are kept apart do not meet; few repeats and few places between those at a table,
a repeat counted as so many places as the request says; tables of the other size and with bots are shared.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp
from random import Random
from typing import Final

from .byes import ByeTurns
from .certificate import exposures, meetings
from .problem import Problem, Where
from .values import KINDS, SeatingRequest, SeatingRound, SeatingTable, pair, pairs_of

STRICT_PRICES: Final = (10, 40, 200)
"""Where repeats come first, each of these is tried as their price: a low one leaves the search more ways."""
APART: Final = 100_000
UNSHARED: Final = 3
"""What each earlier table with bots or of the other size costs who gets one more."""
TRIALS: Final = 1500
"""The steps of each search, for every member."""
MOST_TRIALS: Final = 60_000
HOT: Final = 30.0
COLD: Final = 0.3

Aims = tuple[int, ...]
"""The costs to minimise, in the order of the aims."""


def swiss_round(request: SeatingRequest, rng: Random) -> SeatingRound:
    """The best round that the searches find; its seats are still to be balanced."""
    problem = Problem(request)
    search = _Search(problem)
    straight = search.cut_straight(rng)
    found = [(search.aims(straight), straight)]
    for price in (request.repeat_price,) if request.repeat_price else STRICT_PRICES:
        where = search.annealed(list(straight), price, rng)
        found.append((search.aims(where), where))
    [round_] = problem.rounds([min(found)[1]])
    return best_table_first(request, round_)


def best_table_first(request: SeatingRequest, round_: SeatingRound) -> SeatingRound:
    """The round with its tables in the order of the standings: table 1 is the top one.

    >>> from .values import SeatingTable
    >>> round_ = SeatingRound((SeatingTable((7, 8)), SeatingTable((9, 5))))
    >>> best_table_first(SeatingRequest((5, 7, 8, 9), 1, size=2, places=(1, 3, 4, 2)), round_).tables[0].seats
    (9, 5)
    """
    place = dict(zip(request.members, request.places, strict=True))

    def mean(table: SeatingTable) -> tuple[Fraction, int]:
        places = [place[member] for member in table.members]
        return Fraction(sum(places), max(1, len(places))), min(places, default=0)

    return round_._replace(tables=tuple(sorted(round_.tables, key=mean)))


class _Search:
    """Places for the members of one round: a list of tables by the number of the member."""

    def __init__(self, problem: Problem) -> None:
        request, members = problem.request, problem.members
        met, index = meetings(request.past), problem.index
        self.problem, self.size = problem, len(members)
        place = dict(zip(request.members, request.places, strict=True))
        self.places = [place[member] for member in members]
        self.met = [[met[pair(one, other)] if one != other else 0 for other in members] for one in members]
        self.apart = {
            (index[one], index[other])
            for both in request.apart
            for one, other in (both, both[::-1])
            if one in index and other in index
        }
        spent = {kind: exposures(request, kind) for kind in KINDS[1:]}
        self.unshared = [
            [UNSHARED * spent[kind][member] if kind in spent else 0 for member in members] for kind in problem.kinds
        ]

    def cut_straight(self, rng: Random) -> Where:
        """Tables cut from the standings, the first places first; byes go by turns, then to the last."""
        order = list(range(self.size))
        rng.shuffle(order)
        order.sort(key=self.places.__getitem__)
        if self.problem.shape.byes:
            turns = ByeTurns(self.problem.request)
            free = sorted(order, key=lambda at: (*turns.of(self.problem.members[at]), -self.places[at]))
            free = free[: self.problem.shape.byes]
            order = [at for at in order if at not in free] + free
        where = [0] * self.size
        for at, table in zip(order, self.problem.places, strict=True):
            where[at] = table
        return where

    def aims(self, where: Where) -> Aims:
        """How far the tables miss each aim."""
        apart = repeats = again = distance = 0
        for group in self._tables(where):
            for one, other in pairs_of(group):
                apart += (one, other) in self.apart
                repeats += self.met[one][other] > 0
                again += self.met[one][other]
                distance += abs(self.places[one] - self.places[other])
        others = sum(self.unshared[table][at] for at, table in enumerate(where) if self.problem.kinds[table] != "bye")
        price = self.problem.request.repeat_price
        if price:
            return apart, price * again + distance, others
        return apart, repeats, again, distance, others

    def _tables(self, where: Where) -> list[list[int]]:
        """The members of each table, without those who have a bye."""
        tables: list[list[int]] = [[] for _ in self.problem.capacities]
        for at, table in enumerate(where):
            tables[table].append(at)
        return tables[: len(self.problem.shape.tables)]

    def annealed(self, where: Where, repeat_price: int, rng: Random) -> Where:
        """Members change tables two by two, at first also where that is worse. The best found is returned."""
        price = self._prices(repeat_price)
        company = [set(group) for group in self._tables(where)]
        seated = [at for at in range(self.size) if where[at] < len(company)]
        trials = min(TRIALS * self.size, MOST_TRIALS)
        cost, best, kept = 0, 0, list(where)
        random, unshared, count = rng.random, self.unshared, len(seated)
        for trial in range(trials):
            one, other = seated[int(random() * count)], seated[int(random() * count)]
            here, there = where[one], where[other]
            if here == there:
                continue
            mates, others = company[here], company[there]
            my_price, its_price = price[one], price[other]
            # Each is among those that they would leave or join, but has no price of their own.
            change = (
                sum(map(my_price.__getitem__, others))
                + sum(map(its_price.__getitem__, mates))
                - sum(map(my_price.__getitem__, mates))
                - sum(map(its_price.__getitem__, others))
                - 2 * my_price[other]
                + unshared[there][one]
                + unshared[here][other]
                - unshared[here][one]
                - unshared[there][other]
            )
            if change > 0 and random() >= exp(-change / (HOT * (COLD / HOT) ** (trial / trials))):
                continue
            where[one], where[other] = there, here
            company[here], company[there] = mates ^ {one, other}, others ^ {one, other}
            cost += change
            if cost < best:
                best, kept = cost, list(where)
        return kept

    def _prices(self, repeat_price: int) -> list[list[int]]:
        """What it costs that two sit at a table: by their places, and by whether they met or are kept apart."""
        return [
            [
                abs(self.places[one] - self.places[other])
                + repeat_price * self.met[one][other]
                + (APART if (one, other) in self.apart else 0)
                for other in range(self.size)
            ]
            for one in range(self.size)
        ]


def distance(request: SeatingRequest, round_: SeatingRound) -> Fraction:
    """The places between two at a table, on average.

    >>> from .values import SeatingTable
    >>> request = SeatingRequest((7, 8, 9), 1, size=3, places=(1, 2, 4))
    >>> distance(request, SeatingRound((SeatingTable((9, 7, 8)),)))
    Fraction(2, 1)
    """
    place = dict(zip(request.members, request.places, strict=True))
    gaps = [abs(place[one] - place[other]) for table in round_.tables for one, other in pairs_of(table.members)]
    return Fraction(sum(gaps), max(1, len(gaps)))


def straight_round(request: SeatingRequest) -> SeatingRound:
    """The round cut straight from the standings, regardless of earlier meetings."""
    problem = Problem(request)
    [round_] = problem.rounds([_Search(problem).cut_straight(Random(0))])  # noqa: S311 (who sits where is no secret)
    return round_


def gaps_of(request: SeatingRequest, rounds: Sequence[SeatingRound]) -> tuple[int, int] | None:
    """The distances of a Swiss round and of the straight one, in hundredths of a place; None for any other draw."""
    if not request.places or len(rounds) != 1:
        return None
    found = distance(request, rounds[0]), distance(request, straight_round(request))
    return round(100 * found[0]), round(100 * found[1])
