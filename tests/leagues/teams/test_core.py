"""The standings of teams, pure: what adds up, what does not count, and who is ahead."""

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from leagues.standings.core.teams import TeamInput, TeamMember, TeamResult, TeamRow, team_standings


def member(number: int, *points: int | None, given_: int = 0) -> TeamMember:
    """With these points in rounds 1, 2 …; None: they were not there."""
    results = (
        TeamResult(at, Fraction(each or 0), was_there=each is not None) for at, each in enumerate(points, start=1)
    )
    return TeamMember(number, tuple(results), Fraction(given_))


def places(rows: tuple[TeamRow, ...]) -> list[tuple[int, int, str]]:
    return [(row.place, row.number, str(row.points)) for row in rows]


def test_the_points_of_the_members_add_up() -> None:
    one, other = TeamInput(1, (member(1, 3, 2), member(2, 0, -1))), TeamInput(2, (member(3, 5, 0), member(4, 1, 1)))
    rows = team_standings([one, other], 2)
    assert places(rows) == [(1, 2, "7"), (2, 1, "4")]
    assert [(each.round, each.points) for each in rows[0].rounds] == [(1, 6), (2, 1)]
    assert not rows[0].is_level


def test_starting_points_and_adjustments_of_members_count_too() -> None:
    [row] = team_standings([TeamInput(1, (member(1, 3, given_=10), member(2, 1, given_=-2)))], 2)
    assert row.points == 12
    assert [share.points for share in row.shares] == [13, -1]


def test_a_round_that_a_member_drops_is_dropped_for_the_team() -> None:
    dropped = TeamMember(1, (TeamResult(1, Fraction(3)), TeamResult(2, Fraction(1), is_counted=False)))
    [row] = team_standings([TeamInput(1, (dropped, member(2, 2, 2)))], 2)
    assert row.points == 7
    assert [part.counts for part in row.rounds[1].parts] == [False, True]


def test_who_comes_in_for_a_member_counts_from_then_on() -> None:
    """In the first round the second member played and the third was not there, in the second round the reverse."""
    left, new = member(2, -5, None), member(3, None, 4)
    [row] = team_standings([TeamInput(1, (member(1, -1, 1), left, new))], 2)
    assert row.points == -1
    assert [[part.counts for part in each.parts] for each in row.rounds] == [[True, True, False], [True, False, True]]


def test_with_too_many_results_the_best_count() -> None:
    [row] = team_standings([TeamInput(1, (member(1, 3), member(2, 1), member(3, 2)))], 2)
    assert row.points == 5


def test_a_missed_round_counts_where_nobody_else_has_a_result() -> None:
    missed = TeamMember(2, (TeamResult(1, Fraction(-4), was_there=False),))
    [row] = team_standings([TeamInput(1, (member(1, 3), missed))], 2)
    assert row.points == -1


def test_between_level_teams_the_better_best_member_decides() -> None:
    """6 = 4 + 2 = 3 + 3 = 4 + 2."""
    teams = [
        TeamInput(number, (member(number * 2, a), member(number * 2 + 1, 6 - a))) for number, a in ((1, 3), (2, 4))
    ]
    teams.append(TeamInput(3, (member(8, 2), member(9, 4))))
    rows = team_standings(teams, 2)
    assert places(rows) == [(1, 2, "6"), (1, 3, "6"), (3, 1, "6")]
    assert [(row.is_level, row.is_shared) for row in rows] == [(True, True), (True, True), (True, False)]


@given(st.integers(0, 2**32))
def test_each_total_is_the_sum_of_its_parts(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(2, 4)
    teams = []
    for number in range(1, rng.randint(2, 9)):
        members = [
            TeamMember(
                10 * number + at,
                tuple(
                    TeamResult(each, Fraction(rng.randint(-9, 9), 2), rng.random() < 0.9, rng.random() < 0.9)
                    for each in range(1, 5)
                ),
                Fraction(rng.randint(-2, 2)),
            )
            for at in range(rng.randint(1, size + 1))
        ]
        teams.append(TeamInput(number, tuple(members)))
    rows = team_standings(teams, size)
    assert rows == team_standings(rng.sample(teams, len(teams)), size)
    for row in rows:
        assert row.points == sum(share.points for share in row.shares)
        assert row.points == sum(each.points for each in row.rounds) + sum(share.given for share in row.shares)
        assert all(sum(part.counts for part in each.parts) <= size for each in row.rounds)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
