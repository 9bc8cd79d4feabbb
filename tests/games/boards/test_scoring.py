"""Scores of boards: worked examples, and what holds for every field."""

import doctest
import json
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from statistics import mean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards import scoring
from games.boards.scoring import Field, Order, Result, SetScore, from_json, ranking, set_score, to_json

BOARDS = (Path(__file__).parents[3] / "docs" / "boards.md").read_text("utf-8")
POINTS = st.integers(-40, 40)
RESULTS = st.lists(st.one_of(POINTS, st.none()), min_size=1, max_size=12)
MANY = st.lists(st.one_of(POINTS, st.none()), min_size=2, max_size=12)


def counted(results: Sequence[Result]) -> list[int]:
    """The points that results count as, by the rule itself."""
    worst = min((each for each in results if each is not None), default=0)
    return [worst if each is None else each for each in results]


def total(*scores: tuple[Sequence[Result], Result]) -> SetScore:
    """The score of a set: for each board its field and the own result."""
    return set_score(Field.of(field).score(own) for field, own in scores)


def test_examples_run() -> None:
    found = doctest.testmod(scoring)
    assert found.attempted
    assert not found.failed


# --- One board ---


def test_points_above_the_field_are_own_points_less_the_mean_of_the_others() -> None:
    score = Field.of([4, 1, 1, -3, 0]).score(4)
    assert score.above == 4 - Fraction(1 + 1 - 3 + 0, 4)
    assert (score.size, score.is_unfinished, score.has_stand_in) == (5, False, False)


def test_a_tie_is_half_beaten() -> None:
    field = Field.of([4, 1, 1, -3, 0])
    assert [field.score(points).percent for points in (4, 1, 0, -3)] == [100, Fraction(125, 2), 25, 0]


def test_a_passed_out_board_is_a_result_like_others() -> None:
    assert Field.of([0, -2, -2, -2]).score(0).percent == 100


def test_an_unfinished_board_is_the_worst_result_and_says_so() -> None:
    field = Field.of([3, -2, 1, 0, None])
    left, worst = field.score(None), field.score(-2)
    assert left.is_unfinished
    assert not worst.is_unfinished
    assert left.points == -2
    assert left[1:5] == worst[1:5]
    assert left.percent == Fraction(25, 2)


def test_what_an_unfinished_board_counts_as_follows_the_field() -> None:
    field = Field.of([3, 1, 2, 2, None])
    assert field.score(None).points == 1
    assert field.with_result(-5).score(None).points == -5
    assert field.with_result(-5).without_result(-5) == field


def test_where_nobody_finished_nobody_is_ahead() -> None:
    score = Field.of([None, None, None, None]).score(None)
    assert (score.above, score.percent, score.variance) == (0, 50, 0)


def test_alone_there_is_nothing_to_compare() -> None:
    assert Field.of([7]).score(7)[1:5] == (0, 50, 0, 1)


def test_only_members_are_scored() -> None:
    field = Field.of([1, 2, 3, 4])
    for result in (5, None):
        with pytest.raises(ValueError, match="nobody in this field"):
            field.score(result)
        with pytest.raises(ValueError, match="nobody in this field"):
            field.without_result(result)
    with pytest.raises(ValueError, match="no fewer than 0"):
        Field.from_histogram({1: -1})


# --- The captain in small fields ---


@pytest.mark.parametrize(("people", "joins"), [(1, True), (2, True), (3, True), (4, False), (5, False)])
def test_the_captain_joins_fields_of_fewer_than_four(people: int, joins: bool) -> None:
    score = Field.of([2] * people).score(2, captain=1)
    assert score.has_stand_in == joins
    assert score.size == people + joins


def test_the_captain_is_compared_with_like_a_member() -> None:
    assert Field.of([2, 5]).score(2, captain=-1)[1:4] == Field.of([2, 5, -1]).score(2)[1:4]


def test_the_captain_joins_once_and_is_not_counted_as_a_person() -> None:
    joined = Field.of([2, 5]).joined_by(0)
    assert joined.joined_by(0) == joined
    assert (joined.size, joined.people) == (3, 2)
    assert Field.of([2]).joined_by(None) == Field.of([2])


def test_the_captain_may_have_the_worst_result() -> None:
    assert Field.of([4, None]).score(None, captain=-3).points == -3


def test_a_field_is_stored_without_the_captain() -> None:
    with pytest.raises(ValueError, match="the captain"):
        to_json(Field.of([2]).joined_by(1))


# --- What holds for every field ---


@given(RESULTS)
def test_points_above_add_up_to_nothing(results: list[Result]) -> None:
    field = Field.of(results)
    assert sum(field.score(each).above for each in results) == 0


@given(RESULTS)
def test_percents_are_fifty_in_the_mean(results: list[Result]) -> None:
    field = Field.of(results)
    assert mean(field.score(each).percent for each in results) == 50


@given(MANY)
def test_scores_are_those_of_the_definition(results: list[Result]) -> None:
    field, points = Field.of(results), counted(results)
    for number, result in enumerate(results):
        others = points[:number] + points[number + 1 :]
        beaten = sum(other < points[number] for other in others)
        level = sum(other == points[number] for other in others)
        score = field.score(result)
        assert score.above == points[number] - Fraction(sum(others), len(others))
        assert score.percent == 100 * Fraction(2 * beaten + level, 2 * len(others))


@given(MANY)
def test_the_variance_is_that_of_own_points_less_the_mean_of_the_others(results: list[Result]) -> None:
    """It is also the mean square of the points above the field, over the field."""
    field, size = Field.of(results), len(results)
    spread = variance([Fraction(points) for points in counted(results)])
    assert field.variance == spread + spread / (size - 1)
    assert field.variance == mean(field.score(each).above ** 2 for each in results)


@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(results: list[Result], rng: random.Random) -> None:
    shuffled = rng.sample(results, len(results))
    one_by_one = Field({})
    for result in shuffled:
        one_by_one = one_by_one.with_result(result)
    assert one_by_one == Field.of(results)
    assert [one_by_one.score(each) for each in results] == [Field.of(results).score(each) for each in results]


@given(RESULTS)
def test_results_that_are_taken_back_leave_nothing(results: list[Result]) -> None:
    field = Field.of(results)
    for result in results:
        field = field.without_result(result)
    assert field == Field({})


@given(MANY, st.integers(2, 5))
def test_a_field_with_everybody_many_times_keeps_its_mean_and_order(results: list[Result], times: int) -> None:
    once, often = Field.of(results), Field.of(results * times)
    assert once.mean == often.mean
    for one in results:
        assert (once.score(one).above > 0) == (often.score(one).above > 0)
        for other in results:
            assert (once.score(one).percent > once.score(other).percent) == (
                often.score(one).percent > often.score(other).percent
            )


@given(MANY, POINTS)
def test_an_equal_result_leaves_points_above_nearer_to_the_mean(results: list[Result], own: int) -> None:
    """One more who did the same as I did takes nothing from whom I beat, and is a tie with me."""
    field = Field.of(results).with_result(own)
    before, after = field.score(own), field.with_result(own).score(own)
    assert abs(after.above) <= abs(before.above)
    assert abs(after.percent - 50) <= abs(before.percent - 50)


@given(MANY, st.integers(1, 50))
def test_more_points_are_never_worth_less(results: list[Result], more: int) -> None:
    field = Field.of(results)
    for result in {each for each in results if each is not None}:
        better = field.without_result(result).with_result(result + more).score(result + more)
        assert better.percent >= field.score(result).percent
        if None not in results:
            assert better.above == field.score(result).above + more


@given(MANY, st.integers(-100, 100))
def test_what_everybody_gets_changes_nothing(results: list[Result], gift: int) -> None:
    given_all = [None if each is None else each + gift for each in [*results, 0]]
    before, after = Field.of([*results, 0]), Field.of(given_all)
    for one, other in zip([*results, 0], given_all, strict=True):
        assert before.score(one)[1:] == after.score(other)[1:]


@pytest.mark.parametrize("size", [2, 3, 4, 20_000])
def test_extremes(size: int) -> None:
    """One against all others who are level, with points as large as they may become."""
    field = Field.from_histogram({10**12: 1, -(10**12): size - 1})
    assert field.score(10**12)[1:3] == (2 * 10**12, 100)
    worst = field.score(-(10**12))
    assert worst.above == -Fraction(2 * 10**12, size - 1)
    assert worst.percent == Fraction(100 * (size - 2), 2 * (size - 1))


@given(RESULTS)
def test_a_stored_field_is_the_same(results: list[Result]) -> None:
    field = Field.of(results)
    assert from_json(json.loads(json.dumps(to_json(field)))) == field


# --- Sets and their ranking ---


def test_a_set_adds_points_and_takes_the_mean_of_percents() -> None:
    score = total(([5, 2, 2, -3], 5), ([1, 1, 0, None], None))
    assert score.above == Fraction(14, 3) - Fraction(2, 3)
    assert score.percent == (100 + Fraction(100, 6)) / 2
    assert (score.boards, score.unfinished, score.stand_ins) == (2, 1, 0)


def test_variances_of_boards_are_added() -> None:
    one = Field.of([5, 2, 2, -3])
    assert one.variance == Fraction(132, 9)
    assert set_score([one.score(2)] * 4).error == pytest.approx(2 * float(one.variance) ** 0.5)


def test_the_error_is_what_points_above_scatter_by() -> None:
    """Many sets played by people who are alike: nineteen in twenty lie within two errors."""
    rng = random.Random(1)
    sums, errors = [], []
    for _ in range(400):
        fields = [[rng.choice((-3, -1, 0, 2, 4)) for _ in range(10)] for _ in range(8)]
        score = set_score(Field.of(field).score(field[0]) for field in fields)
        sums.append(float(score.above))
        errors.append(score.error)
    assert mean(square**2 for square in sums) ** 0.5 == pytest.approx(mean(errors), rel=0.1)
    assert 0.92 < mean(abs(own) < 2 * error for own, error in zip(sums, errors, strict=True)) < 0.98


def test_a_set_without_boards_has_no_score() -> None:
    with pytest.raises(ValueError, match="needs a board"):
        set_score([])


@pytest.mark.parametrize(
    ("order", "places"), [("points", {"A": 1, "B": 2, "C": 2}), ("percent", {"A": 3, "B": 1, "C": 1})]
)
def test_either_number_is_the_order(order: Order, places: dict[str, int]) -> None:
    """A has won much once, the others a little twice."""
    first, second = Field.of([12, 0, 0, -4]), Field.of([0, 1, 1, 1])
    level = set_score([first.score(0), second.score(1)])
    scores = {"A": set_score([first.score(12), second.score(0)]), "B": level, "C": level}
    rows = ranking(scores, order)
    assert {row.who: row.place for row in rows} == places
    assert {row.who for row in rows if row.is_shared} == {"B", "C"}


@given(st.lists(st.lists(POINTS, min_size=3, max_size=3), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_a_place_is_how_many_are_ahead(people: list[list[int]], rng: random.Random) -> None:
    fields = [Field.of(points) for points in zip(*people, strict=True)]
    scores = {
        number: set_score(field.score(points) for field, points in zip(fields, own, strict=True))
        for number, own in enumerate(people)
    }
    rows = ranking(scores)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    for row in rows:
        assert row.place == 1 + sum(other.above > row.score.above for other in scores.values())
        assert row.is_shared == (sum(other.above == row.score.above for other in scores.values()) > 1)
    again = ranking(dict(rng.sample(sorted(scores.items()), len(scores))))
    assert {row.who: row.place for row in again} == {row.who: row.place for row in rows}


def test_nobody_is_ranked_among_nobody() -> None:
    assert ranking({}) == []


# --- The page ---


def test_the_example_on_the_page_is_the_one_computed() -> None:
    page = BOARDS.partition("| Aki |")
    rows = [line.strip("| ").split(" | ") for line in "".join(page[1:]).replace("−", "-").splitlines()[:4]]
    results = [[None if "left" in cell else int(cell) for cell in (row[1], row[4])] for row in rows]
    first, second = (Field.of(board) for board in zip(*results, strict=True))
    for row, (one, other) in zip(rows, results, strict=True):
        boards = first.score(one), second.score(other)
        shown = [score for board in (*boards, set_score(boards)) for score in (board.above, board.percent)]
        cells = [float(cell) for cell in (*row[2:4], *row[5:])]
        assert cells == pytest.approx([float(score) for score in shown], abs=0.051)
        assert cells[::2] == pytest.approx([float(score) for score in shown[::2]], abs=0.0051)
    assert f"± {set_score(boards).error:.1f}, so Aki" in BOARDS
