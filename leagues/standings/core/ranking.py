"""The standings of a season, best member first."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from .inputs import Member, SeasonInput, as_integers
from .points import RoundResult, SeasonIndex, played, points_of
from .reachable import PointsRange, ReachableRanges
from .tie_breaks import TieBreaker, TieBreakValue


class StandingsRow(NamedTuple):
    """A member in the standings."""

    place: int | None
    """None after too few rounds. Members that no tie-break separates share a place."""
    member: Member
    points: Fraction
    results: tuple[RoundResult, ...]
    adjusted: Fraction
    played: int
    ties: tuple[TieBreakValue, ...]
    """The tie-breaks that were computed for the member, in order. The last one decided, if any did."""
    reach: PointsRange
    places: tuple[int, int]
    """The best and the worst place that the member can still get, without counting on tie-breaks."""


def standings(season: SeasonInput) -> tuple[StandingsRow, ...]:
    """The best first. Members without a place come last, in order of their points."""
    index = SeasonIndex(season)
    results = {member: index.with_dropped(index.rounds_of(member)) for member in season.members}
    points = {
        member: points_of(results[member], index.adjusted(member)) for member in season.members
    }
    heights = dict(zip(points, as_integers(list(points.values()))[0], strict=True))
    breaker = TieBreaker(index, points)
    reaches = ReachableRanges(index)
    rows: list[StandingsRow] = []
    minimum = season.scheme.minimum
    for has_place in (True, False):
        those = [m for m in season.members if (played(results[m]) >= minimum) == has_place]
        those.sort(key=heights.__getitem__, reverse=True)
        for _, tied in groupby(those, key=heights.__getitem__):
            for group, ties in breaker.ordered(list(tied)):
                place = len(rows) + 1 if has_place else None
                for member, own_ties in zip(group, ties, strict=True):
                    own = results[member]
                    can_reach = reaches.of(member, own, points[member])
                    rows.append(
                        StandingsRow(
                            place,
                            member,
                            points[member],
                            tuple(own),
                            index.adjusted(member),
                            played(own),
                            tuple(own_ties),
                            can_reach,
                            (0, 0),
                        )
                    )
    return _with_places(reaches, rows)


def _with_places(reaches: ReachableRanges, rows: list[StandingsRow]) -> tuple[StandingsRow, ...]:
    """The rows with the places that each member can still reach."""
    last = len(rows)
    if not reaches.is_open:
        return tuple(row._replace(places=(row.place or last, row.place or last)) for row in rows)
    # A member can only be surely ahead with a sure place, and is surely behind all others with no chance of one.
    ends, _ = as_integers([end for row in rows for end in row.reach])
    least, most = ends[::2], ends[1::2]
    sure = sorted(low for row, low in zip(rows, least, strict=True) if row.place is not None)
    may = [reaches.can_be_ranked(row.member, row.results) for row in rows]
    highest = sorted(high for high, can in zip(most, may, strict=True) if can)
    found = []
    for row, can, low, high in zip(rows, may, least, most, strict=True):
        ahead = len(sure) - bisect_right(sure, high)
        behind = 0
        if row.place is not None:
            behind = last - len(highest) + bisect_left(highest, low)
        best = 1 + ahead if can else last
        found.append(row._replace(places=(best, last - behind)))
    return tuple(found)
