"""Whole deals: every position solved, their par, and whether a seat could take the rest."""

from random import Random
from typing import Any

import pytest

from napoleon.bots.simulation import play_match
from napoleon.engine import Rules, parse_card, rules_from_json
from napoleon.engine.cards import CLUBS, DIAMONDS, HEARTS, JOKER, SPADES
from napoleon.engine.nap import NapResult
from napoleon.engine.napoleon_play import NapoleonResult
from napoleon.engine.rules import PRESETS
from napoleon.solver import Par, Solver, evaluate, evaluate_cards, evaluate_plays, par, solve_deal, states_of
from tests.napoleon.bots.seats import trick
from tests.napoleon.engine.play import Table
from tests.napoleon.solver.minimax import random_states


def a_deal(preset: str, seed: int = 1) -> NapoleonResult | NapResult:
    """The first deal of a match among corporals that was played."""
    return played(rules_from_json({"preset": preset, "deals": 1}), seed)


def played(rules: Rules, seed: int) -> NapoleonResult | NapResult:
    ended = play_match(rules, ["corporal"] * rules.players, Random(seed)).ended
    return next(end for end in ended if isinstance(end, NapoleonResult | NapResult))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_positions_of_a_deal_are_those_that_were_played(preset: str) -> None:
    end = a_deal(preset)
    states = states_of(end)
    assert [state.turn for state in states] == [seat for trick in end.tricks for seat in trick.seats()]
    last = states[-1]
    (play,) = last.legal(last.turn)
    assert last.after(play) == end


@pytest.mark.parametrize(
    "options", [*({"preset": preset} for preset in PRESETS), {"preset": "gurunapo", "sweep": "loses", "min_bid": 13}]
)
def test_a_play_is_worth_what_the_position_after_it_is(options: dict[str, Any]) -> None:
    states = states_of(played(rules_from_json({**options, "deals": 1}), 1))[-14:]
    for state, values, after in zip(states, solve_deal(states), states[1:], strict=False):
        assert values is not None
        (done,) = (play for play in values.taken if state.after(play) == after)
        assert values.taken[done] == evaluate(after)
        assert values.points[done] == evaluate(after, goal="points")


def test_no_trick_is_worked_out_that_is_still_to_show_the_adjutant() -> None:
    """Its winner joins Napoleon's side, so nobody knows before it what the other seats want."""
    rules = rules_from_json({"preset": "mighty", "redeal_claim": "none"})
    seeds = (states for seed in range(100) if (states := random_states(rules, Random(seed))))
    states = next(states for states in seeds if states[0].contract.who == "first_trick")
    assert evaluate(states[4]) is None
    assert solve_deal(states[4:5]) == [None]
    assert par(states[4]).made is None
    assert evaluate(states[-5]) is not None


def test_questions_beyond_the_limit_stay_open() -> None:
    solved = solve_deal(states_of(a_deal("gurunapo")), limit=200)
    assert solved[0] is None
    assert solved[-1] is not None


def test_a_limit_may_hold_for_the_whole_deal() -> None:
    states, solver = states_of(a_deal("gurunapo")), Solver()
    known = [values is not None for values in solve_deal(states, total=3000, solver=solver)]
    assert known == sorted(known)
    assert len(set(known)) == 2
    # It is noticed with the node after.
    assert solver.nodes <= 3001


MIGHTY_FIRST = ["SA S3", "SK S2", "S4 D4", "S5 D5", "ST D6"]


def test_the_mighty_first_takes_the_ten_and_the_small_spade_first_loses_it() -> None:
    table = trick("gurunapo", "H", MIGHTY_FIRST, "", t=9)
    assert evaluate_cards(table.state) == {parse_card("SA"): 2, parse_card("S3"): 1}


def test_the_best_suit_is_named_for_a_led_joker() -> None:
    table = trick("gurunapo", "H", ["JK D3", "DK D2", "DT C4", "DQ C5", "DA C6"], "", t=9)
    by_play = evaluate_plays(table.state)
    assert by_play is not None
    joker = {play.suit: value for play, value in by_play.items() if play.card == JOKER}
    assert joker == {CLUBS: 0, DIAMONDS: 3, HEARTS: 0, SPADES: 0}
    assert evaluate_cards(table.state) == {JOKER: 3, parse_card("D3"): 0}


def test_the_holder_of_the_highest_trumps_takes_the_rest() -> None:
    table = trick("gurunapo", "H", ["SA HJ", "HA HK", "HQ DA", "CA CK", "DK DT"], "", t=9)
    assert [Solver().takes_rest(table.state, seat) for seat in range(5)] == [True, False, False, False, False]


def test_at_nap_the_rest_may_be_claimed_before_trumps_are_made() -> None:
    table = Table("nap", {0: "SA SK SQ SJ ST"}, players=2)
    table.bids("nap pass")
    assert [Solver().takes_rest(table.state, seat) for seat in range(2)] == [True, False]


def test_par_says_what_both_sides_could_take_and_what_it_scores() -> None:
    assert par(trick("gurunapo", "H", MIGHTY_FIRST, "", t=9).state) == Par((2, 2), (18, 18), False, (0, 1, 1, 1, 1))


def test_par_gives_a_range_if_the_nodes_run_out() -> None:
    (low, high), opponents, made, scores = par(states_of(a_deal("gurunapo"))[0], limit=100)
    assert low < high
    assert opponents == (20 - high, 20 - low)
    assert (made, scores) == (None, None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_par_of_a_nap_deal_starts_from_its_first_lead(players: int) -> None:
    rules = rules_from_json({"preset": "nap", "deals": 1, "players": players})
    for seed in range(3):
        (low, high), _, made, scores = par(states_of(played(rules, seed))[0])
        assert low == high
        assert made is not None
        assert scores is not None
        assert sum(scores) == 0
