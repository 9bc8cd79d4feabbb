"""Draws: what a season asks of them, what the certificate says, and what holds for all of them."""

import random
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.seating import SeatingDraw, SeatingError, SeatingRequest, SeatingRound, certify, cut, draw, pair, swap
from leagues.seating.bounds import bound
from tests.support.seating_counts import groups, repeats_in, round_of, times_met

QUICK = 4000
"""Trials that show no quality, but every property."""


def members(count: int) -> tuple[int, ...]:
    return tuple(range(101, 101 + count))


def drawn(count: int, rounds: int, size: int = 5, **options: object) -> SeatingDraw:
    return draw(SeatingRequest(members(count), rounds, size, 9 - size)._replace(**options), seed=1, trials=QUICK)


# --- The known cases ---


@pytest.mark.parametrize(
    ("count", "rounds", "size"),
    [(16, 5, 4), (20, 5, 4), (24, 7, 4), (28, 9, 4), (25, 6, 5), (24, 6, 5), (40, 8, 5), (60, 8, 5)],
)
def test_nobody_meets_twice_where_that_is_possible(count: int, rounds: int, size: int) -> None:
    of = drawn(count, rounds, size)
    assert repeats_in(groups(of.rounds)) == 0
    assert of.certificate.repeats == 0
    assert of.certificate.is_perfect


def test_sixteen_in_five_rounds_all_meet_once() -> None:
    assert drawn(16, 5, 4).certificate.met == (0, 120)


def test_twenty_four_share_the_small_table_evenly() -> None:
    (exposure,) = drawn(24, 6).certificate.exposures
    assert (exposure.kind, exposure.least, exposure.most) == ("other_size", 1, 1)


def test_eight_at_two_tables_meet_as_seldom_as_can_be() -> None:
    """In each round after the first, the four of an old table split two and two: four repeats."""
    of = draw(SeatingRequest(members(8), 3, 4, 5), seed=1, trials=20_000)
    assert of.certificate.repeats == 8
    assert of.certificate.bound.by_tables == 8
    assert of.certificate.bound.by_pairs == 3 * 12 - 28


# --- Byes and bots ---


def test_a_bye_comes_round_to_everybody() -> None:
    of = drawn(11, 11, gap="byes")
    assert Counter(member for round_ in of.rounds for member in round_.byes) == dict.fromkeys(members(11), 1)
    (exposure,) = of.certificate.exposures
    assert (exposure.kind, exposure.spread, exposure.best_spread) == ("bye", 0, 0)


def test_bots_are_shared_out_evenly() -> None:
    of = drawn(7, 7)
    with_bots = [
        member for round_ in of.rounds for table in round_.tables if None in table.seats for member in table.members
    ]
    assert set(Counter(with_bots).values()) == {3}


def test_a_lonely_member_plays_with_three_bots() -> None:
    (only,) = drawn(1, 1).rounds
    assert sorted(map(str, only.tables[0].seats)) == ["101", "None", "None", "None"]


# --- Pairs kept apart ---


def test_pairs_are_kept_apart() -> None:
    apart = frozenset({(101, 102), (103, 104), (101, 105)})
    of = drawn(16, 5, 4, apart=apart)
    assert not apart & times_met(groups(of.rounds)).keys()
    assert of.certificate.broken == ()
    assert not of.certificate.proved_unavoidable


def test_it_is_said_who_could_not_be_kept_apart() -> None:
    """Three who are all to be kept apart, and two tables."""
    of = drawn(8, 1, 4, apart=frozenset({(101, 102), (101, 103), (102, 103)}))
    assert len(of.certificate.broken) == 1
    assert of.certificate.proved_unavoidable
    assert not of.certificate.is_perfect


def test_the_bound_holds_where_some_could_not_be_kept_apart() -> None:
    """Four at one table meet each other six times in each round, even those to be kept apart."""
    of = drawn(4, 2, 4, apart=frozenset({(101, 102)}))
    assert (of.certificate.repeats, of.certificate.bound.repeats) == (6, 6)


def test_a_bye_keeps_apart_as_well() -> None:
    of = drawn(9, 1, 4, other=None, gap="byes", apart=frozenset({(101, 102), (101, 103), (102, 103)}))
    assert of.certificate.broken == ()


def test_one_who_is_to_meet_nobody_is_proved_impossible() -> None:
    of = drawn(12, 1, apart=frozenset(pair(101, other) for other in members(12)[1:]))
    assert len(of.certificate.broken) == 3
    assert of.certificate.proved_unavoidable


# --- Seats ---


def test_everybody_deals_about_equally_often() -> None:
    of = draw(SeatingRequest(members(25), 5), seed=3, trials=QUICK)
    assert of.certificate.seats <= 1
    for member in members(25):
        seats = [table.seats.index(member) for round_ in of.rounds for table in round_.tables if member in table.seats]
        assert len(set(seats)) >= 4


# --- The past, and plans ---


def test_the_past_counts() -> None:
    """Sixteen have played four of their five rounds: only one fifth round meets nobody again."""
    whole = drawn(16, 5, 4).rounds
    of = draw(SeatingRequest(members(16), 1, 4, 5, past=whole[:4]), seed=2, trials=200_000)
    assert of.certificate.repeats == 0
    assert of.certificate.met == (0, 120)


def test_after_a_withdrawal_the_plan_is_mended() -> None:
    whole = drawn(25, 6).rounds
    request = SeatingRequest(tuple(member for member in members(25) if member != 107), 4, past=whole[:2])
    of = draw(request, seed=2, planned=whole[2:], trials=QUICK)
    assert of.certificate.repeats == 0
    assert all(107 not in round_.members for round_ in of.rounds)


def test_a_late_entry_finds_a_place() -> None:
    whole = drawn(24, 6).rounds
    of = draw(SeatingRequest((*members(24), 900), 4, past=whole[:2]), seed=2, planned=whole[2:], trials=QUICK)
    assert all(900 in round_.members for round_ in of.rounds)
    assert {len(table.seats) for round_ in of.rounds for table in round_.tables} == {5}


def test_a_late_entry_does_not_owe_what_others_have_done() -> None:
    """All have been at the small table once in six rounds; the newcomer is taken to have been, too."""
    past = drawn(24, 6).rounds
    (exposure,) = draw(SeatingRequest((*members(23), 900), 6, past=past), seed=2, trials=QUICK).certificate.exposures
    assert exposure.credited == (900,)
    assert exposure.best_spread == 0


def test_the_certificate_counts_the_past_apart() -> None:
    past = (round_of("1 2 3 4 / 5 6 7 8"),)
    rounds = (round_of("1 2 5 6 / 3 4 7 8"),)
    request = SeatingRequest(tuple(range(1, 9)), 1, 4, 5, past=past)
    of = certify(request, rounds)
    assert of.met == (28 - 16 - 4, 16, 4)
    assert of.repeats == 4
    assert of.bound.repeats == 4
    assert certify(request, past).repeats == 12
    assert certify(request, past).met == (16, 0, 12)


# --- Changing by hand ---


def test_a_swap_shows_its_cost() -> None:
    request = SeatingRequest(members(16), 5, 4, 5)
    of = draw(request, seed=1, trials=QUICK)
    one, other = of.rounds[2].tables[0].members[0], of.rounds[2].tables[1].members[0]
    swapped = swap(request, of.rounds, 2, one, other)
    assert swapped.before == of.certificate
    assert swapped.after.repeats == 6
    assert swapped.after == certify(request, swapped.rounds)
    assert other in swapped.rounds[2].tables[0].members
    assert swap(request, swapped.rounds, 2, one, other).rounds == of.rounds


def test_a_swap_with_a_bye() -> None:
    request = SeatingRequest(members(9), 2, 4, None, "byes")
    of = draw(request, seed=1, trials=QUICK)
    resting, playing = of.rounds[0].byes[0], of.rounds[0].tables[0].members[0]
    assert swap(request, of.rounds, 0, resting, playing).rounds[0].byes == (playing,)


@pytest.mark.parametrize(
    ("number", "one", "other", "code"),
    [(1, 1, 5, "no_such_round"), (0, 1, 9, "not_in_round"), (0, 1, 1, "not_in_round"), (0, 1, 2, "same_table")],
)
def test_swaps_that_cannot_be(number: int, one: int, other: int, code: str) -> None:
    with pytest.raises(SeatingError, match=code):
        swap(SeatingRequest(tuple(range(1, 9)), 1, 4, 5), [round_of("1 2 3 4 / 5 6 7 8")], number, one, other)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (SeatingRequest((1, 2, 2, 4), 1), "member_twice"),
        (SeatingRequest((1, 2, 3, 4), 0), "no_rounds"),
        (SeatingRequest((), 1), "too_few_members"),
    ],
)
def test_draws_that_cannot_be(request_: SeatingRequest, code: str) -> None:
    with pytest.raises(SeatingError, match=code):
        draw(request_, seed=1)


# --- What holds for all draws ---


@st.composite
def requests(choose: st.DrawFn) -> SeatingRequest:
    count = choose(st.integers(4, 26))
    size, other = choose(st.sampled_from([(5, 4), (4, 5), (5, None), (6, 5)]))
    gap = choose(st.sampled_from(["bots", "byes"] if count >= size else ["bots"]))
    everyone = members(count)
    apart = choose(st.sets(st.sampled_from([(a, b) for a in everyone for b in everyone if a < b])))
    few = frozenset(sorted(apart)[:3])
    return SeatingRequest(everyone, choose(st.integers(1, 4)), size, other, gap, few)


@given(requests(), st.integers(0, 2**32))
def test_everybody_has_one_place_in_each_round(request: SeatingRequest, seed: int) -> None:
    of = draw(request, seed, trials=QUICK)
    shape = cut(len(request.members), request.size, request.other, request.gap)
    assert len(of.rounds) == request.rounds
    for round_ in of.rounds:
        assert sorted(round_.members) == sorted(request.members)
        assert len(round_.byes) == shape.byes
        assert [len(table.seats) for table in round_.tables] == [t.seats for t in shape.tables]
        assert [len(table.members) for table in round_.tables] == [t.members for t in shape.tables]


@given(requests(), st.integers(0, 2**32))
def test_the_certificate_is_true(request: SeatingRequest, seed: int) -> None:
    of = draw(request, seed, trials=QUICK).certificate
    again = draw(request, seed, trials=QUICK)
    met = times_met(groups(again.rounds))
    assert of == again.certificate
    assert of.repeats == sum(times - 1 for times in met.values())
    assert of.repeats >= of.bound.repeats
    assert set(of.broken) == {both for both in met if both in request.apart}
    assert sum(of.met) == len(request.members) * (len(request.members) - 1) // 2
    for exposure in of.exposures:
        assert exposure.spread >= exposure.best_spread


@given(requests(), st.integers(0, 2**32))
def test_a_redraw_keeps_the_past_and_takes_who_is_left(request: SeatingRequest, seed: int) -> None:
    whole = draw(request._replace(rounds=request.rounds + 2), seed, trials=QUICK)
    rng = random.Random(seed)
    gone = set(rng.sample(request.members, rng.randrange(len(request.members) - 3)))
    left = tuple(m for m in request.members if m not in gone) + (990, 991)
    again = request._replace(members=left, past=whole.rounds[:2], gap="bots")
    of = draw(again, seed, planned=whole.rounds[2:], trials=QUICK)
    for round_ in of.rounds:
        assert sorted(round_.members) == sorted(left)
    new = sum(max(0, times - 1) for times in times_met(groups((*whole.rounds[:2], *of.rounds))).values())
    assert of.certificate.repeats == new - sum(
        max(0, times - 1) for times in times_met(groups(whole.rounds[:2])).values()
    )


def smallest_repeats(count: int, rounds: int) -> int:
    """By trying all seatings of two tables of four or of 4 and 5; the first round is fixed."""
    halves = [(set(half), set(range(count)) - set(half)) for half in combinations(range(count), count // 2)]
    first = halves[0]
    return min(repeats_in([first, *others]) for others in product(halves, repeat=rounds - 1))


@pytest.mark.parametrize(("count", "rounds"), [(6, 2), (6, 3), (8, 2), (8, 3)])
def test_the_bound_is_below_the_true_optimum(count: int, rounds: int) -> None:
    half = count // 2
    request = SeatingRequest(tuple(range(count)), rounds, half, None)
    optimum = smallest_repeats(count, rounds)
    assert bound(request, cut(count, half, None)).repeats <= optimum
    assert draw(request, 1, trials=20_000).certificate.repeats == optimum


def test_the_seed_decides() -> None:
    one, same, other = (draw(SeatingRequest(members(14), 2), seed, trials=QUICK).rounds for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert isinstance(one[0], SeatingRound)
