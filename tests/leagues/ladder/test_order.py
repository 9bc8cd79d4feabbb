"""The order of a ladder, pure: what always holds, and whole ladders computed again from their events by other means."""

import random

from hypothesis import given
from hypothesis import strategies as st

from leagues.ladder.order import climbed, dealt_out, placed, ranked, slipped
from leagues.ladder.places import Kind, order_after


@st.composite
def ladders(choose: st.DrawFn) -> tuple[tuple[int, ...], random.Random]:
    rng = random.Random(choose(st.integers(0, 2**32)))
    order = list(range(1, rng.choice([2, 3, 8, 31]) + 1))
    rng.shuffle(order)
    return tuple(order), rng


@given(ladders())
def test_nobody_is_lost_or_doubled(ladder: tuple[tuple[int, ...], random.Random]) -> None:
    order, rng = ladder
    one, other = rng.sample(order, 2)
    table = rng.sample(order, min(len(order), 4))
    for new in (climbed(order, one, other), dealt_out(order, table), slipped(order, one), placed(order, one, 2)):
        assert sorted(new) == sorted(order)


@given(ladders())
def test_who_climbs_gets_the_place_and_the_others_keep_their_order(
    ladder: tuple[tuple[int, ...], random.Random],
) -> None:
    order, rng = ladder
    high, low = sorted(rng.sample(range(len(order)), 2))
    new = climbed(order, order[low], order[high])
    assert new[high] == order[low]
    assert [each for each in new if each != order[low]] == [each for each in order if each != order[low]]
    assert new[low + 1 :] == order[low + 1 :]


@given(ladders())
def test_a_table_moves_only_those_who_sat_there(ladder: tuple[tuple[int, ...], random.Random]) -> None:
    order, rng = ladder
    ranking = rng.sample(order, min(len(order), 5))
    new = dealt_out(order, ranking)
    assert [each for each in new if each in ranking] == ranking
    assert all(new[at] == order[at] for at in range(len(order)) if order[at] not in ranking)


def test_equal_points_leave_the_higher_ahead() -> None:
    assert ranked([(4, 3), (2, 3), (9, 5)], (2, 4, 9)) == [9, 2, 4]


def test_who_has_left_moves_nobody() -> None:
    order = (1, 2, 3)
    assert order_after(order, Kind.PLAYED, [9, 3, 1], None) == (3, 2, 1)
    assert order_after(order, Kind.REFUSED, [9, 1], None) == order
    assert order_after(order, Kind.IDLE, [9], None) == order
