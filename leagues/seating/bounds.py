"""How few second meetings there can be at best. Proofs: docs/seating.md, "Bounds".

A second meeting, or *repeat*, is a meeting of two who have met before. What is bounded are the repeats in
the rounds to be drawn; those of the past stand.
"""

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from .table_sizes import Cut
from .values import SeatingRequest, pairs_of


class Bound(NamedTuple):
    """A proved lower bound for the repeats: the larger of two."""

    by_pairs: int
    """More meetings than pairs that may meet for the first time."""
    by_tables: int
    """A table of an earlier round has more people than this round has tables."""

    @property
    def repeats(self) -> int:
        return max(self.by_pairs, self.by_tables)


def bound(request: SeatingRequest, cut: Cut) -> Bound:
    """For all seatings of these rounds that keep apart whom they can."""
    return Bound(_by_pairs(request, cut), _by_tables(request, cut))


def _by_pairs(request: SeatingRequest, cut: Cut) -> int:
    members = set(request.members)
    spent = {both for both in request.apart if members.issuperset(both)}
    for round_ in request.past:
        for table in round_.tables:
            spent.update(pairs_of(members.intersection(table.members)))
    meetings = request.rounds * sum(comb(table.members, 2) for table in cut.tables)
    return max(0, meetings - (comb(len(members), 2) - len(spent)))


def _by_tables(request: SeatingRequest, cut: Cut) -> int:
    members = set(request.members)
    sizes = [table.members for table in cut.tables]
    old = [[len(members.intersection(table.members)) for table in round_.tables] for round_ in request.past]
    in_first = max((_met_in_both(groups, sizes, len(members)) for groups in old), default=0)
    in_later = max(in_first, _met_in_both(sizes, sizes, len(members)))
    return in_first + (request.rounds - 1) * in_later


def _met_in_both(earlier: Sequence[int], later: Sequence[int], members: int) -> int:
    """At least so many pairs meet in both of two rounds with tables of these sizes."""
    later_free, earlier_free = members - sum(later), members - sum(earlier)
    return max(_crowded(earlier, len(later), later_free), _crowded(later, len(earlier), earlier_free))


def _crowded(groups: Sequence[int], places: int, free: int) -> int:
    """Pairs that stay together when groups are spread over so many places as evenly as can be.

    ``free`` people go nowhere, those whose absence saves most.

    >>> _crowded([5, 5, 5, 5], 4, 0), _crowded([5, 5, 5, 5], 4, 1)
    (4, 3)
    """
    if places == 0:
        return 0
    left = list(groups)
    for _ in range(free):
        fullest = max(range(len(left)), key=left.__getitem__)
        if left[fullest] <= places:
            return 0
        left[fullest] -= 1
    return sum(_together(size, places) for size in left)


def _together(size: int, places: int) -> int:
    each, more = divmod(size, places)
    return more * comb(each + 1, 2) + (places - more) * comb(each, 2)


def unevenness_added(request: SeatingRequest, cut: Cut) -> int:
    """The sum of m(m - 1)/2 over pairs that have met m times rises by at least so much in the drawn rounds.

    Each meeting goes to a pair that has met least, whether a seating can do that or not.
    """
    members = set(request.members)
    met = Counter(
        both
        for round_ in request.past
        for table in round_.tables
        for both in pairs_of(members.intersection(table.members))
    )
    pairs_at = Counter(met.values())
    pairs_at[0] = comb(len(members), 2) - len(met)
    meetings = request.rounds * sum(comb(table.members, 2) for table in cut.tables)
    added = level = pairs = 0
    while meetings:
        pairs += pairs_at[level]
        given = min(pairs, meetings)
        added, meetings, level = added + given * level, meetings - given, level + 1
    return added


def cannot_keep_apart(request: SeatingRequest, cut: Cut) -> bool:
    """Proof that not all can be kept apart: too many at odds for the tables, or one for whom none fits.

    False says that we know no proof.
    """
    members = set(request.members)
    foes: dict[int, set[int]] = {member: set() for member in members}
    for one, other in request.apart:
        if one in members and other in members:
            foes[one].add(other)
            foes[other].add(one)
    room = len(cut.tables) + cut.byes
    smallest = 1 if cut.byes else min(table.members for table in cut.tables)
    if any(len(members) - 1 - len(of) < smallest - 1 for of in foes.values()):
        return True
    return any(_clique(member, foes) > room for member in members)


def _clique(start: int, foes: dict[int, set[int]]) -> int:
    """The size of some group around a member in which all are to be kept apart from each other."""
    size, common = 1, set(foes[start])
    while common:
        member = max(common, key=lambda one: (len(foes[one] & common), -one))
        size, common = size + 1, common & foes[member]
    return size
