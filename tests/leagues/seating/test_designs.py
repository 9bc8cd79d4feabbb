"""The designs keep their promise: everybody sits once a round, and nobody meets anybody twice."""

from random import Random

import pytest

from leagues.seating import cut
from leagues.seating.designs import CYCLIC, STEPS, arithmetic, cyclic, design, grid, is_field_order
from tests.support.seating_counts import repeats_in, times_met

SIZES = [
    [table.members for table in cut(members, size, 9 - size).tables]
    for members in (*range(12, 61), 64, 80)
    for size in (4, 5)
]
WITHOUT_REPEATS = [
    ([4] * 4, 5),
    ([4] * 5, 5),
    ([4] * 6, 7),
    ([4] * 7, 9),
    ([4] * 9, 11),
    ([5] * 5, 6),
    ([5, 5, 5, 5, 4], 6),
    ([5] * 6, 6),
    ([5] * 7, 7),
    ([5] * 8, 8),
    ([5] * 9, 9),
    ([5] * 10, 8),
    ([5] * 12, 10),
]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_every_design_is_one(sizes: list[int]) -> None:
    for wanted in (2, 5, 20):
        rounds = design(sizes, wanted, Random(1))
        assert len(rounds) <= wanted
        for tables in rounds:
            assert sorted(map(len, tables)) == sorted(sizes)
            assert sorted(member for table in tables for member in table) == [*range(sum(sizes))]
        assert max(times_met(rounds).values(), default=1) == 1


@pytest.mark.parametrize(("sizes", "rounds"), WITHOUT_REPEATS, ids=str)
def test_so_many_rounds_are_known(sizes: list[int], rounds: int) -> None:
    assert len(design(sizes, 20, Random(1))) >= rounds


def test_everything_stored_is_without_repeats() -> None:
    for height, steps in STEPS.items():
        rounds = grid(height, 5)
        assert len(rounds) == len(steps)
        assert repeats_in(rounds) == 0
    for height, width in CYCLIC:
        rounds = cyclic(height, width)
        assert all(
            sorted(member for table in tables for member in table) == [*range(height * width)] for tables in rounds
        )
        assert repeats_in(rounds) == 0
        assert len(rounds) > len(grid(height, width))


@pytest.mark.parametrize("order", [order for order in range(2, 20) if is_field_order(order)])
def test_the_fields_are_fields(order: int) -> None:
    plus, times = arithmetic(order)
    every = range(order)
    for row in plus:
        assert sorted(row) == [*every]
    for row in times[1:]:
        assert sorted(row) == [*every]
    for a in every:
        assert (plus[a][0], times[a][1], times[a][0]) == (a, a, 0)
        for b in every:
            assert (plus[a][b], times[a][b]) == (plus[b][a], times[b][a])
            for c in every:
                assert times[a][plus[b][c]] == plus[times[a][b]][times[a][c]]
