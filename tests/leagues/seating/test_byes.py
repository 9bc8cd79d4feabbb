"""Byes are fair at any moment of a season: nobody sits out a second time before all others have sat out once."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.seating import SeatingRequest, SeatingRound, draw
from tests.support.seating_counts import round_of

QUICK = 1000


def refuse_early_byes(rounds: Sequence[SeatingRound]) -> None:
    """Nobody sits out again before all others of the round have sat out, or do so now."""
    had = Counter[int]()
    for number, round_ in enumerate(rounds, start=1):
        had.update(round_.byes)
        again = [member for member in round_.byes if had[member] > 1]
        waiting = [member for member in round_.members if not had[member]]
        assert not (again and waiting), f"round {number}: {again} before {waiting}"


def refuse_byes_in_a_row(rounds: Sequence[SeatingRound]) -> None:
    for before, after in pairwise(rounds):
        assert not set(before.byes) & set(after.byes)


def byes_are_even(rounds: Sequence[SeatingRound]) -> None:
    """For members who are there throughout: after each round, nobody has had two more than another."""
    had = Counter(dict.fromkeys(rounds[0].members, 0))
    for round_ in rounds:
        had.update(round_.byes)
        assert max(had.values()) - min(had.values()) <= 1


def season(
    members: Sequence[int], rounds: int, size: int, chance: Random, *, swiss: bool, changes: bool
) -> list[SeatingRound]:
    """A season in which each round is drawn, or all are; with changes, members come and go and the rest is redrawn."""
    here, past, planned = list(members), list[SeatingRound](), list[SeatingRound]()
    for number in range(rounds):
        redraw = changes and number and chance.random() < 0.5
        if redraw and chance.random() < 0.5 and len(here) > size + 1:
            here.remove(chance.choice(here))
        elif redraw:
            here.append(1000 + number)
        if swiss or redraw or not planned:
            request = SeatingRequest(
                tuple(here),
                1 if swiss else rounds - number,
                size,
                None,
                "byes",
                past=tuple(past),
                places=tuple(chance.sample(range(1, len(here) + 1), len(here))) if swiss else (),
            )
            planned = list(draw(request, chance.randrange(10**9), planned, trials=QUICK).rounds)
        past.append(planned.pop(0))
    return past


@pytest.mark.parametrize("swiss", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_seven_members_at_a_table_of_four(swiss: bool, seed: int) -> None:
    rounds = season(range(1, 8), 7, 4, Random(seed), swiss=swiss, changes=False)
    refuse_early_byes(rounds)
    refuse_byes_in_a_row(rounds)
    byes_are_even(rounds)


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(0, 14), st.integers(2, 9), st.booleans(), st.randoms(use_true_random=False))
def test_nobody_sits_out_twice_before_all_others_once(
    size: int, more: int, rounds: int, swiss: bool, chance: Random
) -> None:
    played = season(range(1, size + more + 1), rounds, size, chance, swiss=swiss, changes=False)
    refuse_early_byes(played)
    refuse_byes_in_a_row(played)
    byes_are_even(played)


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(1, 10), st.integers(2, 9), st.booleans(), st.randoms(use_true_random=False))
def test_that_holds_while_members_come_and_go(size: int, more: int, rounds: int, swiss: bool, chance: Random) -> None:
    refuse_early_byes(season(range(1, size + more + 1), rounds, size, chance, swiss=swiss, changes=True))


def test_a_late_entrant_owes_one_bye_and_no_more() -> None:
    """Six have sat out twice each. The newcomer sits out once, and then only when it is their turn."""
    past = (round_of("4 5 6", "1 2 3"), round_of("1 2 3", "4 5 6")) * 2
    request = SeatingRequest((*range(1, 7), 99), 5, 6, None, "byes", past=past)
    byes = [round_.byes for round_ in draw(request, seed=1, trials=QUICK).rounds]
    assert byes[0] == (99,)
    assert 99 not in {member for of in byes[1:] for member in of}


def test_two_who_are_kept_apart_come_before_fair_byes() -> None:
    """Five at one table of four: one of the two sits out in every round."""
    request = SeatingRequest(tuple(range(1, 6)), 4, 4, None, "byes", frozenset({(1, 2)}))
    drawn = draw(request, seed=1, trials=4000)
    assert drawn.certificate.broken == ()
    assert Counter(member for round_ in drawn.rounds for member in round_.byes) == {1: 2, 2: 2}
