"""The standings of a season, best member first."""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from .inputs import NOTHING, Member, SeasonInput, as_integers
from .knock_out import KnockOut, Step
from .points import RoundResult, SeasonIndex, is_gone, played
from .reachable import PointsRange, ReachableRanges
from .tie_breaks import TieBreaker, TieBreakValue


class StandingsRow(NamedTuple):
    place: int | None
    """None after too few rounds, or where bots played all deals. Members that no tie-break separates share a place."""
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
    started: Fraction = NOTHING
    """The starting points, which the points include like the adjustments."""
    steps: tuple[Step, ...] = ()
    """In a knock-out, how the member has fared round by round."""
    next_round: int = 0
    """In a knock-out, the round to which the member is to be drawn; 0: none."""


def standings(season: SeasonInput) -> tuple[StandingsRow, ...]:
    """The best first. Members without a place come last, in order of their points."""
    index = SeasonIndex(season)
    if season.scheme.advancing:
        return _in_knock_out(index)
    return _with_reach(ReachableRanges(index), ranked(index))


def ranked(index: SeasonIndex) -> list[StandingsRow]:
    """The standings as if nothing was to come: what can still be reached is what everybody has."""
    if index.season.scheme.advancing:
        return _ranked_in_knock_out(KnockOut(index))
    members, minimum = index.season.members, index.season.scheme.minimum
    tallies = {member: index.tallied(member) for member in members}
    points = {member: tally.points for member, tally in tallies.items()}
    rounds = {member: played(tally.results) for member, tally in tallies.items()}
    placed = {member for member in members if rounds[member] >= minimum and not is_gone(tallies[member].results)}
    breaker = TieBreaker(index, points)
    height = breaker.heights.__getitem__
    rows: list[StandingsRow] = []
    for has_place in (True, False):
        those = [member for member in members if (member in placed) == has_place]
        those.sort(key=height, reverse=True)
        for _, tied in groupby(those, key=height):
            for group, ties in breaker.ordered(list(tied)):
                place = len(rows) + 1 if has_place else None
                for member, own_ties in zip(group, ties, strict=True):
                    rows.append(
                        StandingsRow(
                            place,
                            member,
                            points[member],
                            tallies[member].results,
                            tallies[member].adjusted,
                            rounds[member],
                            tuple(own_ties),
                            PointsRange(points[member], points[member]),
                            (place or len(members), place or len(members)),
                            tallies[member].started,
                        )
                    )
    return rows


def _with_reach(reaches: ReachableRanges, rows: list[StandingsRow]) -> tuple[StandingsRow, ...]:
    if not reaches.is_open:
        return tuple(rows)
    last = len(rows)
    found_reaches = [reaches.of(row.member, row.results) for row in rows]
    # A member can only be surely ahead with a sure place, and is surely behind all others with no chance of one.
    ends, _ = as_integers([end for reach in found_reaches for end in reach])
    least, most = ends[::2], ends[1::2]
    sure = sorted(low for row, low in zip(rows, least, strict=True) if row.place is not None)
    may = [row.place is not None or reaches.can_be_ranked(row.member, row.results) for row in rows]
    highest = sorted(high for high, can in zip(most, may, strict=True) if can)
    found = []
    for row, reach, can, low, high in zip(rows, found_reaches, may, least, most, strict=True):
        ahead = len(sure) - bisect_right(sure, high)
        behind = 0
        if row.place is not None:
            behind = last - len(highest) + bisect_left(highest, low)
        best = 1 + ahead if can else last
        found.append(row._replace(reach=reach, places=(best, last - behind)))
    return tuple(found)


# --- Knock-outs ---


def _ranked_in_knock_out(cup: KnockOut) -> list[StandingsRow]:
    """By how far everybody came. Members who were in no round have no place once there was one."""
    results = {member: tally.results for member, tally in cup.tallies.items()}
    placed = {
        member
        for member, own in results.items()
        if (cup.index.last_round[member] or not cup.latest) and (not is_gone(own) or member in cup.going_on)
    }
    to_draw = {*cup.to_draw}
    rows: list[StandingsRow] = []
    for has_place in (True, False):
        for group, ties in cup.ordered(member for member in results if (member in placed) == has_place):
            place = len(rows) + 1 if has_place else None
            for member, own_ties in zip(group, ties, strict=True):
                tally, end = cup.tallies[member], place or len(results)
                rows.append(
                    StandingsRow(
                        place,
                        member,
                        tally.points,
                        tally.results,
                        tally.adjusted,
                        played(tally.results),
                        tuple(own_ties),
                        PointsRange(tally.points, tally.points),
                        (end, end),
                        tally.started,
                        cup.steps(member),
                        cup.latest + 1 if member in to_draw else 0,
                    )
                )
    return rows


def _in_knock_out(index: SeasonIndex) -> tuple[StandingsRow, ...]:
    cup = KnockOut(index)
    rows = _ranked_in_knock_out(cup)
    if not cup.is_open:
        return tuple(rows)
    reaches = ReachableRanges(index)
    return tuple(
        row._replace(
            places=cup.places(row.member, row.places[0]),
            reach=reaches.of_last_round(row.member, row.points, may_go_on=row.member in cup.going_on),
        )
        for row in rows
    )
