"""Seasons of teams with handicaps over 8, 31 and 200 members: their standings, computed again from a list of scores.

The second computation reads the scores as a club would keep them in a notebook, and shares nothing with the first.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from leagues.seating import SeatingDraw, SeatingRequest, draw, pair
from leagues.standings.core import ByeInput, DealInput, HandicapInput, Scheme, SeasonInput, TableInput, standings
from leagues.standings.core.teams import TeamInput, TeamMember, TeamResult, team_standings

pytestmark = pytest.mark.slow
ROUNDS, DEALS = 4, 5
SIZES = [(8, 2), (8, 4), (31, 2), (31, 4), (200, 2), (200, 4)]


class Line(NamedTuple):
    """What the notebook says: who scored what, in which deal of which round."""

    round: int
    member: int
    deal: int
    score: int


class Simulated(NamedTuple):
    members: Sequence[int]
    teams: list[list[int]]
    drawn: SeatingDraw
    notebook: list[Line]
    handicaps: dict[int, tuple[Fraction, Fraction]]
    season: SeasonInput


def simulated(members: int, size: int, seed: int) -> Simulated:
    """A season drawn with team-mates apart; one in three members has a handicap."""
    rng, people = Random(seed), tuple(range(1, members + 1))
    teams = [list(people[at : at + size]) for at in range(0, members, size)]
    apart = frozenset(pair(*both) for team in teams for both in combinations(team, 2))
    drawn = draw(SeatingRequest(people, ROUNDS, size=4, other=5, gap="byes", apart=apart), seed=seed)
    notebook: list[Line] = []
    tables, byes = [], []
    for number, round_ in enumerate(drawn.rounds, start=1):
        for at, table in enumerate(round_.tables, start=1):
            deals = [[rng.randint(-4, 8) for _ in table.seats] for _ in range(DEALS)]
            tables.append(TableInput(number, at, table.seats, tuple(DealInput(tuple(each)) for each in deals)))
            for deal, scores in enumerate(deals):
                notebook += [
                    Line(number, member or 0, deal, score) for member, score in zip(table.seats, scores, strict=True)
                ]
        byes += [ByeInput(number, member) for member in round_.byes]
    handicaps = {
        member: (Fraction(rng.randint(0, 20)), Fraction(rng.randint(-2, 6), 2))
        for member in people
        if rng.random() < 1 / 3
    }
    season = SeasonInput(
        Scheme(deals=DEALS, drop=1, bye=Fraction(3)),
        people,
        ROUNDS,
        tuple(tables),
        tuple(byes),
        handicaps=tuple(HandicapInput(member, *given) for member, given in handicaps.items()),
    )
    return Simulated(people, teams, drawn, notebook, handicaps, season)


def recomputed(of: Simulated) -> dict[int, dict[int, Fraction]]:
    """By member and round, what counts; round 0: starting points. The worst round is dropped."""
    found: dict[int, dict[int, Fraction]] = {member: {} for member in of.members}
    scored = defaultdict(list)
    for line in of.notebook:
        scored[line.member, line.round].append(line.score)
    for member in of.members:
        start, per_match = of.handicaps.get(member, (Fraction(0), Fraction(0)))
        for number in range(1, ROUNDS + 1):
            scores = scored.get((member, number))
            found[member][number] = sum(scores) + per_match if scores else Fraction(3)
        worst = min(found[member], key=lambda number: (found[member][number], -number))
        del found[member][worst]
        found[member][0] = start
    return found


@pytest.mark.parametrize(("members", "size"), SIZES)
def test_standings_follow_from_the_scores_alone(members: int, size: int) -> None:
    of = simulated(members, size, seed=members + size)
    counted = recomputed(of)
    rows = {row.member: row for row in standings(of.season)}
    assert {member: row.points for member, row in rows.items()} == {
        member: sum(each.values()) for member, each in counted.items()
    }
    teams = [
        TeamInput(
            number,
            tuple(
                TeamMember(
                    member,
                    tuple(TeamResult(each.round, each.points, each.is_counted) for each in rows[member].results),
                    rows[member].started,
                )
                for member in team
            ),
        )
        for number, team in enumerate(of.teams, start=1)
    ]
    found = team_standings(teams, size)
    sums = {
        number: sum(sum(counted[member].values()) for member in team) for number, team in enumerate(of.teams, start=1)
    }
    assert {row.number: row.points for row in found} == sums
    assert [row.points for row in found] == sorted(sums.values(), reverse=True)
    assert all(row.place == 1 + sum(other > row.points for other in sums.values()) for row in found if not row.is_level)


@pytest.mark.parametrize(("members", "size"), SIZES)
def test_team_mates_meet_only_where_they_must(members: int, size: int) -> None:
    """Two teams of four at two tables: somebody has to. All others are kept apart, and the certificate says so."""
    of = simulated(members, size, seed=members + size)
    mates = {pair(*both) for team in of.teams for both in combinations(team, 2)}
    met = {
        pair(*both) for round_ in of.drawn.rounds for table in round_.tables for both in combinations(table.members, 2)
    }
    certificate = of.drawn.certificate
    assert set(certificate.broken) == met & mates
    if (members, size) == (8, 4):
        assert certificate.proved_unavoidable
        assert certificate.broken
    else:
        assert not met & mates
