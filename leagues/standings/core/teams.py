"""The standings of teams: the points of their members add up.

In each round so many results of a team count as it has seats, the best ones: more than that has a team only where
somebody has come in for a member who left. Being absent counts only where nobody else has a result.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from .inputs import Member, total


class TeamResult(NamedTuple):
    """A member's result in one round."""

    round: int
    points: Fraction
    is_counted: bool = True
    """Among the member's own rounds."""
    was_there: bool = True
    """At a table, or with a bye."""


class TeamMember(NamedTuple):
    member: Member
    results: tuple[TeamResult, ...] = ()
    given: Fraction = Fraction(0)
    """Starting points and adjustments."""


class TeamInput(NamedTuple):
    number: int
    members: tuple[TeamMember, ...]
    """In order of registration."""


class TeamPart(NamedTuple):
    """A member's share of a team's round."""

    member: Member
    points: Fraction
    counts: bool


class TeamRound(NamedTuple):
    round: int
    points: Fraction
    parts: tuple[TeamPart, ...]


class MemberShare(NamedTuple):
    """What a member has brought the team."""

    member: Member
    given: Fraction
    points: Fraction
    """All together."""


class TeamRow(NamedTuple):
    place: int
    number: int
    points: Fraction
    rounds: tuple[TeamRound, ...]
    shares: tuple[MemberShare, ...]
    """In order of registration. Their points add up to those of the team."""
    is_level: bool
    """Another team has the same points: the better members decide."""
    is_shared: bool
    """And not even these are better."""


def team_standings(teams: Iterable[TeamInput], size: int) -> tuple[TeamRow, ...]:
    """The best team first. Level teams rank by their best member, then by their second, and so on.

    >>> one, two = (TeamMember(member, (TeamResult(1, Fraction(points)),)) for member, points in ((1, 5), (2, 1)))
    >>> three, four = (TeamMember(member, (TeamResult(1, Fraction(points)),)) for member, points in ((3, 4), (4, 2)))
    >>> rows = team_standings([TeamInput(1, (three, four)), TeamInput(2, (one, two))], size=2)
    >>> [(row.place, row.number, str(row.points)) for row in rows]
    [(1, 2, '6'), (2, 1, '6')]
    """
    tallied = sorted((_tallied(team, size) for team in teams), key=_rank)
    found: list[TeamRow] = []
    for _, level in groupby(tallied, key=lambda row: row.points):
        rows = list(level)
        for _, equal in groupby(rows, key=_rank_without_number):
            those, place = list(equal), len(found) + 1
            found += [row._replace(place=place, is_level=len(rows) > 1, is_shared=len(those) > 1) for row in those]
    return tuple(found)


def _rank_without_number(row: TeamRow) -> tuple[Fraction, list[Fraction]]:
    return -row.points, sorted(-share.points for share in row.shares)


def _rank(row: TeamRow) -> tuple[Fraction, list[Fraction], int]:
    return (*_rank_without_number(row), row.number)


def _tallied(team: TeamInput, size: int) -> TeamRow:
    numbers = sorted({result.round for member in team.members for result in member.results})
    rounds = tuple(_round(team.members, number, size) for number in numbers)
    parts = [part for round_ in rounds for part in round_.parts if part.counts]
    shares = tuple(
        MemberShare(
            one.member, one.given, total([one.given, *(part.points for part in parts if part.member == one.member)])
        )
        for one in team.members
    )
    points = total([share.points for share in shares])
    return TeamRow(0, team.number, points, rounds, shares, is_level=False, is_shared=False)


def _round(members: Sequence[TeamMember], number: int, size: int) -> TeamRound:
    found = [(one.member, result) for one in members for result in one.results if result.round == number]
    # Equal results keep the order of registration.
    best = sorted(found, key=lambda pair: (not pair[1].was_there, -pair[1].points))
    counting = {member for member, _ in best[:size]}
    parts = tuple(TeamPart(member, result.points, result.is_counted and member in counting) for member, result in found)
    return TeamRound(number, total([part.points for part in parts if part.counts]), parts)
