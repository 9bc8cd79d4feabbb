"""Knock-outs: who goes on, who is out, and every place on the way."""

from itertools import combinations
from random import Random

import pytest

from leagues.standings.core import (
    AdjustmentInput,
    ByeInput,
    KnockOut,
    Scheme,
    SeasonIndex,
    SeasonInput,
    TableInput,
    explain,
    running_standings,
    standings,
)
from tests.support.season_inputs import F, order, points, row_of, scale, table

TWO_GO_ON = Scheme(advancing=2, tie_breaks=("head_to_head",))
FIRST = (table("1/1", "1 2 3 4", "9 7 5 3"), table("1/2", "5 6 7 8", "1 2 3 4"))
FINAL = table("2/1", "1 2 8 7", "0 1 2 3")


def cup(*tables: TableInput, scheme: Scheme = TWO_GO_ON, **more: object) -> SeasonInput:
    members = sorted({seat for each in tables for seat in each.seats if seat is not None})
    return SeasonInput(scheme, tuple(members), 2, tables)._replace(**more)


def going_on(season: SeasonInput) -> set[int]:
    return KnockOut(SeasonIndex(season)).going_on


def to_draw(season: SeasonInput) -> list[int]:
    return KnockOut(SeasonIndex(season)).to_draw


def test_the_best_two_of_each_table_go_on() -> None:
    season = cup(*FIRST)
    assert going_on(season) == {1, 2, 7, 8}
    assert {row.member for row in standings(season) if row.next_round == 2} == {1, 2, 7, 8}
    # First the winners of tables, then the second ones, each by their points.
    assert to_draw(season) == [1, 8, 2, 7]


def test_a_place_says_how_far_somebody_came() -> None:
    season = cup(*FIRST, FINAL, is_over=True)
    assert order(season) == "7 8 2 1 3 4 6 5"
    assert [row.place for row in standings(season)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_only_the_last_round_counts() -> None:
    season = cup(*FIRST, FINAL, is_over=True)
    assert points(season)[1] == "0"
    assert points(season)[3] == "5"
    assert [result.is_counted for result in row_of(season, 1).results] == [False, True]
    tree = explain(season, 1)
    assert [part.what for part in tree.parts] == ["dropped", "round"]
    assert tree.value == 0


def test_nobody_misses_a_round_after_they_are_out() -> None:
    season = cup(*FIRST, FINAL, scheme=TWO_GO_ON._replace(absent=F(-50)))
    assert [result.round for result in row_of(season, 3).results] == [1]
    assert points(season)[3] == "5"


def test_the_seed_decides_where_no_tie_break_does() -> None:
    season = cup(table("1/1", "1 2 3 4", "9 5 5 0"), FIRST[1])
    assert going_on(season) == {1, 2, 7, 8}
    step = row_of(season, 3).steps[-1]
    assert (step.place, step.on, step.by) == (3, False, "seed")
    assert row_of(season, 2).steps[-1].by == "seed"
    assert row_of(season, 4).steps[-1].by == "points"
    # The order of the members is the seed.
    assert going_on(season._replace(members=(1, 3, 2, 4, 5, 6, 7, 8))) == {1, 3, 7, 8}


def test_a_tie_break_comes_before_the_seed() -> None:
    made = [table("1/1", "1 2 3 4", "9 5 5 0"), FIRST[1]]
    made[0] = made[0]._replace(deals=(made[0].deals[0]._replace(napoleon=2, made=True),))
    season = cup(*made, scheme=TWO_GO_ON._replace(tie_breaks=("napoleon_wins",)))
    assert going_on(season) == {1, 3, 7, 8}
    assert row_of(season, 2).steps[-1].by == "napoleon_wins"


def test_the_next_of_the_table_takes_the_place_of_somebody_who_left() -> None:
    season = cup(*FIRST, left=(1,))
    assert going_on(season) == {2, 3, 7, 8}
    assert row_of(season, 3).steps[-1].by == "others_left"


def test_once_the_next_round_has_begun_those_went_on_who_are_in_it() -> None:
    """Neither a withdrawal nor a correction changes that."""
    corrected = table("1/1", "1 2 3 4", "0 0 9 9")
    season = cup(corrected, FIRST[1], FINAL._replace(to_come=1), left=(2,))
    assert [row.steps[0].on for row in sorted(standings(season), key=lambda row: row.member)] == [
        True,
        True,
        False,
        False,
        False,
        False,
        True,
        True,
    ]
    assert row_of(season, 1).steps[0].by == "others_left"


def test_at_a_void_table_the_seed_decides() -> None:
    season = cup(table("1/1", "1 2 3 4", void=True), FIRST[1])
    assert going_on(season) == {1, 2, 7, 8}


def test_a_member_goes_on_with_a_bye() -> None:
    season = cup(FIRST[0], byes=(ByeInput(1, 9),), members=(1, 2, 3, 4, 9))
    assert to_draw(season) == [9, 1, 2]
    assert row_of(season, 9).steps[-1].table == 0


def test_one_stays_behind_at_every_table() -> None:
    season = cup(table("1/1", "1 2 -", "3 2 1"), table("1/2", "5 6 7", "3 2 1"))
    assert going_on(season) == {1, 5, 6}


def test_who_alone_is_left_has_won() -> None:
    season = cup(*FIRST, left=(1, 2, 3, 4, 5, 6, 7))
    assert not KnockOut(SeasonIndex(season)).is_open
    assert standings(season)[0].member == 8
    assert to_draw(season) == []


def test_an_adjustment_counts_in_the_round_in_which_it_was_given() -> None:
    season = cup(*FIRST, adjustments=(AdjustmentInput(1, 2, F(-3), round=1),))
    assert going_on(season) == {1, 3, 7, 8}
    late = cup(*FIRST, FINAL, adjustments=(AdjustmentInput(1, 2, F(-30), round=1),), is_over=True)
    assert points(late)[2] == "1"
    assert explain(late, 2).parts[-1].what == "dropped"
    # Who is out already loses them in the round that was their last.
    out = cup(*FIRST, FINAL, adjustments=(AdjustmentInput(1, 3, F(-30), round=2),), is_over=True)
    assert points(out)[3] == "-25"


def test_while_tables_run_who_has_finished_goes_on_already() -> None:
    season = cup(FIRST[0], FIRST[1]._replace(to_come=2))
    assert going_on(season) == {1, 2}
    assert to_draw(season) == []
    assert [row_of(season, member).steps[-1].on for member in (1, 3, 8)] == [True, False, None]
    first = running_standings(season)[0]
    assert (first.member, first.next_round) == (1, 0)


def test_what_can_still_be_reached_holds_whatever_comes() -> None:
    """Half of the tables run; every result of them stays within what was foretold."""
    rng = Random(5)
    running = [
        table(f"1/{number}", " ".join(str(4 * number + seat) for seat in range(4)), "1 0 2 0", to_come=1)
        for number in range(1, 5)
    ]
    scheme = TWO_GO_ON._replace(deal_range=(-4, 4), points="both", places=(scale("3 2 1 0"),))
    told = cup(*running, scheme=scheme)
    foretold = {row.member: (row.places, row.reach) for row in standings(told)}
    for _ in range(60):
        ended = [
            each._replace(
                deals=(*each.deals, each.deals[0]._replace(scores=tuple(rng.randint(-4, 4) for _ in range(4)))),
                to_come=rng.choice((0, 0, 0, 1)),
            )
            for each in running
        ]
        for row in standings(cup(*ended, scheme=scheme)):
            (best, worst), _reach = foretold[row.member]
            assert best <= row.places[0] <= row.places[1] <= worst


def test_places_are_final_when_they_say_so() -> None:
    season = cup(*FIRST, FINAL._replace(to_come=1, deals=()))
    rows = {row.member: row for row in standings(season)}
    assert rows[3].places == (5, 5)
    assert rows[1].places == (1, 4)


@pytest.mark.parametrize("advancing", [1, 2, 3])
def test_the_order_is_that_of_rounds_then_points(advancing: int) -> None:
    """Ranked again with a few lines that know nothing of tie-breaks."""
    rng = Random(advancing)
    season, still_in, last = cup(scheme=Scheme(advancing=advancing)), [*range(32)], {}
    tables: list[TableInput] = []
    for number in range(1, 30):
        there = [still_in[at : at + 4] for at in range(0, len(still_in), 4)]
        still_in = []
        for at, members in enumerate(there, start=1):
            scores = rng.sample(range(100), len(members))
            tables.append(table(f"{number}/{at}", " ".join(map(str, members)), " ".join(map(str, scores))))
            best = sorted(zip(scores, members, strict=True), reverse=True)
            last |= {member: (number, score) for score, member in best}
            still_in += [member for _, member in best[: max(1, min(advancing, len(members) - 1))]]
        if len(there) == 1:
            break
    season = season._replace(members=tuple(range(32)), tables=tuple(tables))
    ranked = [row.member for row in standings(season)]
    assert all(last[one] >= last[other] for one, other in combinations(ranked, 2))
    assert ranked[0] == max(last, key=last.__getitem__)


def test_the_order_of_input_changes_nothing() -> None:
    season = cup(*FIRST, FINAL)
    turned = season._replace(tables=season.tables[::-1])
    assert standings(season) == standings(turned)


def test_who_still_plays_stands_before_those_who_are_out() -> None:
    """Whatever the points so far: 5 leads nobody who is out, and is not led by them."""
    season = cup(FIRST[0], FIRST[1]._replace(to_come=2))
    assert [row.member for row in running_standings(season)] == [1, 2, 8, 7, 6, 5, 3, 4]
    assert [row.place for row in running_standings(season)] == [1, 2, 3, 4, 5, 6, 7, 8]
