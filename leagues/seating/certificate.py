"""What a draw is worth, as a value: counts beside the best that can be (docs/seating.md, "The certificate")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from .bounds import Bound, bound, cannot_keep_apart
from .cutting import cut
from .exposure import exposures, most_even, places, shares
from .seats import seat_counts
from .values import KINDS, Kind, Pair, Request, Round, pair, pairs_of


class Exposure(NamedTuple):
    """How often members are at one kind of table, over the past and the rounds drawn."""

    kind: Kind
    least: int
    most: int
    best_spread: int
    """No seating has a smaller distance of the most from the least."""
    credited: tuple[int, ...]
    """Members whose count has the average of rounds that they were not in."""

    @property
    def spread(self) -> int:
        return self.most - self.least


class Certificate(NamedTuple):
    rounds: int
    """How many have been drawn; those of the past not counted."""
    met: tuple[int, ...]
    """How many pairs of the present members have met never, once, twice …, the past included."""
    repeats: int
    """Meetings in the drawn rounds of two who have met before."""
    bound: Bound
    """No seating has fewer repeats."""
    exposures: tuple[Exposure, ...]
    broken: tuple[Pair, ...]
    """Pairs to be kept apart that meet in the drawn rounds all the same."""
    proved_unavoidable: bool
    """It is proved that some had to meet. If pairs are broken without that, no better was found."""
    seats: int
    """The largest distance, for any member, between how often he has this seat and how often that one."""

    @property
    def is_perfect(self) -> bool:
        """Nothing could be better but the order of seats."""
        return (
            self.repeats == self.bound.repeats
            and not self.broken
            and all(exposure.spread == exposure.best_spread for exposure in self.exposures)
        )


def certify(request: Request, rounds: Sequence[Round]) -> Certificate:
    """Of these rounds after the request's past. They need not come from a draw."""
    shape = cut(len(request.members), request.size, request.other, request.gap)
    before, now = meetings(request.past), meetings(rounds)
    together = before + now
    present = [pair(*both) for both in combinations(request.members, 2)]
    times = Counter(together[both] for both in present)
    broken = tuple(sorted(both for both in request.apart if now[both]))
    return Certificate(
        rounds=len(rounds),
        met=tuple(times[often] for often in range(max(times, default=0) + 1)),
        repeats=sum(max(0, together[both] - 1) - max(0, before[both] - 1) for both in now),
        bound=bound(request._replace(rounds=len(rounds)), shape),
        exposures=tuple(
            _exposure(request, rounds, kind, shares(shape, kind, request.size))
            for kind in KINDS[1:]
            if any(places(round_, kind, request.size) for round_ in rounds)
        ),
        broken=broken,
        proved_unavoidable=bool(request.apart) and cannot_keep_apart(request, shape),
        seats=_seat_spread([*request.past, *rounds], request.members),
    )


def meetings(rounds: Sequence[Round]) -> Counter[Pair]:
    """How often each pair meets."""
    return Counter(
        both for round_ in rounds for table in round_.tables for both in pairs_of(table.members)
    )


def unevenness(met: Sequence[int]) -> int:
    """Pairs of meetings of the same two: the smaller, the more evenly pairs have met.

    >>> unevenness([10, 5, 2, 1])
    5
    """
    return sum(comb(often, 2) * pairs for often, pairs in enumerate(met))


def _exposure(request: Request, rounds: Sequence[Round], kind: Kind, share: int) -> Exposure:
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


def _seat_spread(rounds: Sequence[Round], members: Sequence[int]) -> int:
    """Over the seats that every table has."""
    least = min((len(table.seats) for round_ in rounds for table in round_.tables), default=1)
    counts = seat_counts(rounds)
    of_members = [counts[member][:least] for member in members if member in counts]
    return max((max(of) - min(of) for of in of_members), default=0)
