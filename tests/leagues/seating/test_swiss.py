"""Swiss rounds: who stands near each other sits together, unless they have met."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.seating import SeatingError, SeatingRequest, SeatingRound, certify, draw
from leagues.seating.swiss import distance, straight_round


def swiss(members: int, past: tuple[SeatingRound, ...] = (), **values: object) -> SeatingRequest:
    """Members are numbered by their places."""
    everybody = tuple(range(1, members + 1))
    return SeatingRequest(everybody, 1, past=past, places=everybody, **values)  # type: ignore[arg-type]  # of the test's own


def companies(round_: SeatingRound) -> set[frozenset[int]]:
    return {frozenset(table.members) for table in round_.tables}


def test_neighbours_sit_together_where_nobody_has_met() -> None:
    drawn = draw(swiss(10), seed=1)
    assert companies(drawn.rounds[0]) == {frozenset(range(1, 6)), frozenset(range(6, 11))}
    assert drawn.certificate.gaps == (200, 200)


def test_those_who_have_met_are_parted_at_the_least_distance() -> None:
    """Sixteen at tables of four: a second round without a repeat takes one from each former table."""
    second = draw(swiss(16, draw(swiss(16, size=4, other=None), seed=1).rounds, size=4, other=None), seed=1)
    assert second.certificate.repeats == 0
    # The best there is: 1 5 9 13, 2 6 10 14 … has 6.67 places between two.
    assert second.certificate.gaps == (667, 167)


def test_a_cheap_repeat_keeps_neighbours_together() -> None:
    first = draw(swiss(16, size=4, other=None), seed=1).rounds
    near, far = (draw(swiss(16, first, size=4, other=None, repeat_price=price), seed=1).certificate for price in (3, 0))
    assert near.repeats > far.repeats == 0
    assert near.gaps is not None
    assert far.gaps is not None
    assert near.gaps[0] < far.gaps[0]


def test_who_is_kept_apart_does_not_meet() -> None:
    assert draw(swiss(10, apart=frozenset({(1, 2), (4, 5)})), seed=1).certificate.broken == ()


def test_byes_are_shared_from_the_bottom() -> None:
    past: tuple[SeatingRound, ...] = ()
    free = []
    for _ in range(4):
        [round_] = draw(swiss(11, past, gap="byes"), seed=3).rounds
        past = (*past, round_)
        free += round_.byes
    assert free == [11, 10, 9, 8]


def test_one_round_at_a_time() -> None:
    with pytest.raises(SeatingError) as refused:
        draw(swiss(10)._replace(rounds=2), seed=1)
    assert refused.value.code == "one_at_a_time"


def test_the_same_seed_gives_the_same_round() -> None:
    assert draw(swiss(23), seed=7) == draw(swiss(23), seed=7)


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.integers(8, 24), st.integers(1, 4), st.sampled_from(["bots", "byes"]), st.randoms())
def test_every_season_seats_everybody_once_a_round(members: int, rounds: int, gap: str, chance: Random) -> None:
    everybody = list(range(1, members + 1))
    past: tuple[SeatingRound, ...] = ()
    for number in range(rounds):
        places = everybody[:]
        chance.shuffle(places)
        request = SeatingRequest(
            tuple(everybody),
            1,
            gap=gap,  # type: ignore[arg-type]  # one of the two
            past=past,
            places=tuple(places),
        )
        drawn = draw(request, seed=number)
        [round_] = drawn.rounds
        assert sorted(round_.members) == everybody
        # The certificate counts what the round is, and no seating is nearer with no more repeats than the straight one.
        assert drawn.certificate._replace(gaps=None) == certify(request, drawn.rounds)
        assert drawn.certificate.gaps == (
            round(100 * distance(request, round_)),
            round(100 * distance(request, straight_round(request))),
        )
        assert drawn.certificate.repeats <= certify(request, [straight_round(request)]).repeats
        past = (*past, round_)


@pytest.mark.slow
def test_thirty_members_over_five_rounds_hardly_meet_again() -> None:
    """The better player always wins: the places stay, which is the hardest case."""
    past: tuple[SeatingRound, ...] = ()
    repeats = 0
    for number in range(5):
        drawn = draw(swiss(30, past), seed=number)
        repeats += drawn.certificate.repeats
        past = (*past, *drawn.rounds)
    met = {pair for round_ in past for table in round_.tables for pair in combinations(sorted(table.members), 2)}
    assert len(met) == 5 * 60 - repeats
    # Chance alone would bring about 72: each round has 60 of the 435 pairs.
    assert repeats <= 12
