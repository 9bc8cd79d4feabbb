"""The standings while tables run, and the places after each round; pure."""

from fractions import Fraction

from leagues.standings.core import Scheme, SeasonInput, running_standings, so_far, standings
from leagues.standings.core.history import places_after
from tests.support.season_inputs import BY_PLACE, F, deal, scale, table


def season(scheme: Scheme, *tables: object, rounds: int = 2, **values: object) -> SeasonInput:
    return SeasonInput(scheme, (1, 2, 3, 4), rounds, tuple(tables), **values)  # type: ignore[arg-type]


def now(of: SeasonInput) -> str:
    """Places, members and points, best first; points of a running table marked: `1 3 4*`."""
    return ", ".join(
        f"{row.place or '-'} {row.member} {row.points}{'*' if any(result.is_running for result in row.results) else ''}"
        for row in running_standings(of)
    )


def test_where_no_table_runs_they_are_the_standings() -> None:
    assert so_far(BY_PLACE) is BY_PLACE
    assert running_standings(BY_PLACE) == standings(BY_PLACE)


def test_finished_deals_count_as_if_the_table_ended_now() -> None:
    of = season(Scheme(deals=2), table("1/1", "1 2 3 4", "0 4 2 0", to_come=1))
    assert now(of) == "1 2 4*, 2 3 2*, 3 1 0*, 3 4 0*"


def test_points_by_place_are_those_of_the_places_so_far() -> None:
    by_place = Scheme(points="place", places=(scale("3 2 1 0"),), deals=2)
    assert now(season(by_place, table("1/1", "1 2 3 4", "0 4 2 1", to_come=1))) == "1 2 3*, 2 3 2*, 3 4 1*, 4 1 0*"


def test_a_table_without_a_finished_deal_brings_nothing_yet() -> None:
    of = season(Scheme(deals=2, absent=F(-5)), table("1/1", "1 2", "4 2", to_come=1), table("1/2", "3 4", to_come=2))
    assert now(of) == "1 1 4*, 2 2 2*, 3 3 0, 3 4 0"


def test_nobody_has_missed_a_round_that_still_runs() -> None:
    of = season(Scheme(absent=F(-5)), table("1/1", "1 2", "4 2"), table("2/1", "1 2", "4 2", to_come=1))
    assert now(of) == "1 1 8*, 2 2 4*, 3 3 -5, 3 4 -5"


def test_of_two_tables_of_a_round_only_that_which_runs_is_running() -> None:
    """Member 3 has 3 points from their own table, and has won 2 for member 1."""
    of = season(
        Scheme(credit="deals", deals=2),
        table("1/1", "3 4", "3 0"),
        table("1/2", "1 2", deal("2 0", players="3 2"), to_come=1),
    )
    (row,) = (row for row in running_standings(of) if row.member == 3)
    assert [(one.points, one.running) for one in row.results] == [(5, 2)]


def test_rounds_played_and_ranges_are_those_of_finished_tables() -> None:
    scheme = Scheme(deals=2, deal_range=(0, 10))
    of = season(scheme, table("1/1", "1 2 3 4", "4 2 0 0"), table("2/1", "1 2 3 4", "0 5 0 0", to_come=1))
    first, *_ = running_standings(of)
    finished = {row.member: row for row in standings(of)}
    assert (first.member, first.points, first.played) == (2, 7, 1)
    assert first.reach == finished[2].reach == (Fraction(7), Fraction(17))
    assert first.places == finished[2].places == (1, 4)


def test_members_have_places_while_they_can_play_enough_rounds() -> None:
    of = season(Scheme(minimum=2), table("1/1", "1 2", "4 2"), table("2/1", "3 4", "3 1"), rounds=3)
    assert now(of) == "1 1 4, 2 3 3, 3 2 2, 4 4 1"
    assert [row.place for row in standings(of)] == [None] * 4


def test_who_cannot_play_enough_any_more_has_none() -> None:
    of = season(
        Scheme(minimum=2),
        table("1/1", "1 2 3", "4 3 2"),
        table("2/1", "1 2", "1 1", to_come=1),
        table("2/2", "3 4", "1 1"),
    )
    # Member 4 has played one of two rounds, and sits at no running table.
    assert now(of) == "1 1 5*, 2 2 4*, 3 3 3, - 4 1"


def test_a_season_that_is_over_keeps_its_minimum() -> None:
    of = season(Scheme(minimum=2), table("1/1", "1 2", "4 2"), is_over=True)
    assert so_far(of) is of


def test_registration_parts_nobody_once_it_is_over() -> None:
    of = season(Scheme(tie_breaks=("registration", "points_per_deal")), table("1/1", "4 3 2 1", "2 2 2 2"), rounds=1)
    assert [row.place for row in standings(of)] == [1, 2, 3, 4]
    over = standings(of._replace(is_over=True))
    assert [(row.place, row.member) for row in over] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert [tie.tie_break for tie in over[0].ties] == ["points_per_deal"]


def test_later_tie_breaks_still_part_them() -> None:
    scheme = Scheme(points="place", places=(scale("1 1"),), tie_breaks=("registration", "points_per_deal"))
    of = season(scheme, table("1/1", "1 2", "2 5"), table("1/2", "3 4", "0 1"), is_over=True)
    assert [(row.place, row.member) for row in standings(of)] == [(1, 2), (2, 1), (3, 4), (4, 3)]


# --- After each round ---


def test_places_after_each_round_share_equal_points() -> None:
    points = {1: {1: F(3), 2: F(0)}, 2: {1: F("3/2"), 2: F(2)}, 3: {1: F("3/2"), 2: F(0)}}
    assert places_after(points, [1, 2], 2) == {1: [1, 2], 2: [2, 1], 3: [2, 3]}


def test_only_the_best_rounds_count_after_each() -> None:
    assert places_after({1: {1: F(3), 2: F(3)}, 2: {1: F(1), 2: F(4)}}, [1, 2], 1) == {1: [1, 2], 2: [2, 1]}


def test_who_missed_a_round_stays_where_they_were() -> None:
    assert places_after({1: {1: F(3)}, 2: {2: F(4)}}, [1, 2], 2) == {1: [1, 2], 2: [2, 1]}
