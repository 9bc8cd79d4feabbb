"""The value of a draw: its counts beside the best possible ones (docs/seating.md, "The certificate")."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from .bounds import Bound, bound, cannot_keep_apart
from .seats import seat_counts
from .table_sizes import Cut, cut_for
from .values import KINDS, Pair, PlaceKind, SeatingRequest, SeatingRound, kind_of, pair, pairs_of


class Exposure(NamedTuple):
    """How often members are at one kind of table, in past and drawn rounds."""

    kind: PlaceKind
    least: int
    most: int
    best_spread: int
    """No seating has a smaller spread."""
    credited: tuple[int, ...]
    """Members who are credited with the average of rounds that they were not in."""

    @property
    def spread(self) -> int:
        return self.most - self.least


class Certificate(NamedTuple):
    rounds: int
    """The number of drawn rounds, without past ones."""
    met: tuple[int, ...]
    """The numbers of pairs of present members that have met never, once, twice …, past rounds included."""
    repeats: int
    """Meetings in the drawn rounds of two who have met before."""
    bound: Bound
    """No seating that keeps the same pairs apart has fewer repeats."""
    exposures: tuple[Exposure, ...]
    broken: tuple[Pair, ...]
    """Pairs that meet in the drawn rounds although they are to be kept apart."""
    proved_unavoidable: bool
    """It is proved that some of them had to meet. Otherwise the search just found nothing better."""
    seats: int
    """The largest difference, for any member, between how often they have one seat and another."""
    gaps: tuple[int, int] | None = None
    """In a Swiss round: the average distance in the standings between two at a table, in hundredths of a place, as
    drawn and as cut straight from the standings."""
    misplaced: int | None = None
    """In a knock-out round: how many members are not at a table to which their pot takes them."""

    @property
    def is_perfect(self) -> bool:
        """Nothing but the order of seats could be better."""
        return (
            self.repeats == self.bound.repeats
            and not self.broken
            and all(exposure.spread == exposure.best_spread for exposure in self.exposures)
        )


def certify(request: SeatingRequest, rounds: Sequence[SeatingRound]) -> Certificate:
    """The certificate of any rounds after the request's past, whether drawn or not."""
    shape = cut_for(request)
    before, now = meetings(request.past), meetings(rounds)
    together = before + now
    present = [pair(*both) for both in combinations(request.members, 2)]
    times = Counter(together[both] for both in present)
    broken = tuple(sorted(both for both in request.apart if now[both]))
    # Those who meet all the same have a first meeting as well.
    kept = request._replace(rounds=len(rounds), apart=request.apart.difference(broken))
    return Certificate(
        rounds=len(rounds),
        met=tuple(times[often] for often in range(max(times, default=0) + 1)),
        repeats=sum(max(0, together[both] - 1) - max(0, before[both] - 1) for both in now),
        bound=bound(kept, shape),
        exposures=tuple(
            _exposure(request, rounds, kind, shares(shape, kind, request.size))
            for kind in KINDS[1:]
            if any(places(round_, kind, request.size) for round_ in rounds)
        ),
        broken=broken,
        proved_unavoidable=bool(request.apart) and cannot_keep_apart(request, shape),
        seats=_seat_spread([*request.past, *rounds], request.members),
    )


def meetings(rounds: Sequence[SeatingRound]) -> Counter[Pair]:
    """How often each pair meets."""
    return Counter(both for round_ in rounds for table in round_.tables for both in pairs_of(table.members))


def _exposure(request: SeatingRequest, rounds: Sequence[SeatingRound], kind: PlaceKind, share: int) -> Exposure:
    start = exposures(request, kind)
    counts = dict(start)
    for round_ in rounds:
        for member in places(round_, kind, request.size):
            counts[member] += 1
    best = most_even(list(start.values()), share * len(rounds), len(rounds))
    present = [set(round_.members) for round_ in request.past]
    credited = [member for member in start if any(member not in round_ for round_ in present)]
    values = counts.values()
    return Exposure(kind, min(values), max(values), max(best) - min(best), tuple(credited))


def _seat_spread(rounds: Sequence[SeatingRound], members: Sequence[int]) -> int:
    """Over the seats that every table has."""
    least = min((len(table.seats) for round_ in rounds for table in round_.tables), default=1)
    counts = seat_counts(rounds)
    of_members = [counts[member][:least] for member in members if member in counts]
    return max((max(of) - min(of) for of in of_members), default=0)


# --- Exposure: how often members are at tables of the other size, at tables with bots, or without a table ---


def exposures(request: SeatingRequest, kind: PlaceKind) -> dict[int, int]:
    """How often each member has been there in the past.

    Members who were not in a round are credited with its average, so that late entrants do not owe small tables or
    byes.
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


def places(round_: SeatingRound, kind: PlaceKind, size: int) -> list[int]:
    """The members who are at that kind of table in the round."""
    if kind == "bye":
        return list(round_.byes)
    tables = [table.members for table in round_.tables if kind_of(table, size) == kind]
    return [member for members in tables for member in members]


def shares(cut: Cut, kind: PlaceKind, size: int) -> int:
    """How many members are there in each round to be drawn."""
    if kind == "bye":
        return cut.byes
    tables = zip(cut.tables, cut.kinds(size), strict=True)
    return sum(table.members for table, of in tables if of == kind)


def most_even(start: Sequence[int], shares: int, rounds: int) -> list[int]:
    """The counts after giving out shares one by one to members who have least, at most one a round to each.

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
