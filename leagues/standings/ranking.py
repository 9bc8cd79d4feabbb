"""The table of a season."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from .reach import Reach, Reaches
from .rounds import Result, Tally, played, points_of
from .ties import Broken, TieBreaker
from .values import Member, Season, as_integers


class Row(NamedTuple):
    """A member's line in the standings."""

    place: int | None
    """None for those who have been in too few rounds. Who cannot be told apart shares a place."""
    member: Member
    points: Fraction
    results: tuple[Result, ...]
    adjusted: Fraction
    played: int
    ties: tuple[Broken, ...]
    """The tie-breaks that were looked at for him, in order; the last one decided, if any did."""
    reach: Reach
    places: tuple[int, int]
    """The best and the worst place that he can still have, tie-breaks not counted on."""


def standings(season: Season) -> tuple[Row, ...]:
    """Best first; those without a place last, in the order of their points."""
    tally = Tally(season)
    results = {member: tally.counted(tally.results(member)) for member in season.members}
    points = {
        member: points_of(results[member], tally.adjusted(member)) for member in season.members
    }
    heights = dict(zip(points, as_integers(list(points.values()))[0], strict=True))
    breaker = TieBreaker(tally, points)
    reaches = Reaches(tally)
    rows: list[Row] = []
    minimum = season.scheme.minimum
    for has_place in (True, False):
        those = [m for m in season.members if (played(results[m]) >= minimum) == has_place]
        those.sort(key=heights.__getitem__, reverse=True)
        for _, tied in groupby(those, key=heights.__getitem__):
            for group, looked_at in breaker.ordered(list(tied)):
                place = len(rows) + 1 if has_place else None
                for member, broken in zip(group, looked_at, strict=True):
                    own = results[member]
                    can_reach = reaches.of(member, own, points[member])
                    rows.append(
                        Row(
                            place,
                            member,
                            points[member],
                            tuple(own),
                            tally.adjusted(member),
                            played(own),
                            tuple(broken),
                            can_reach,
                            (0, 0),
                        )
                    )
    return _with_places(reaches, rows)


def _with_places(reaches: Reaches, rows: list[Row]) -> tuple[Row, ...]:
    """The rows with the places that can still be reached."""
    last = len(rows)
    if not reaches.is_open:
        return tuple(row._replace(places=(row.place or last, row.place or last)) for row in rows)
    # Only who is sure of a place is surely ahead of others, only who cannot get one is behind them all.
    sure = sorted(row.reach.least for row in rows if row.place is not None)
    may = [reaches.can_be_ranked(row.member, row.results) for row in rows]
    highest = sorted(row.reach.most for row, can in zip(rows, may, strict=True) if can)
    found = []
    for row, can in zip(rows, may, strict=True):
        ahead = len(sure) - bisect_right(sure, row.reach.most)
        behind = 0
        if row.place is not None:
            behind = last - len(highest) + bisect_left(highest, row.reach.least)
        best = 1 + ahead if can else last
        found.append(row._replace(places=(best, last - behind)))
    return tuple(found)
