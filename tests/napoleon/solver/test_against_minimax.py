"""The solver agrees with plain minimax over the engine under any rules, in the middle of tricks as well."""

from random import Random
from typing import Any

import pytest

from napoleon.engine import rules_from_json
from napoleon.engine.rules import PRESETS
from napoleon.solver import Solver
from tests.napoleon.referee.generate import random_rules
from tests.napoleon.solver.minimax import differences, random_states, values_of


def of_random_rules(seed: int, cards: int, solver: Solver) -> int:
    """How many answers on the last positions of a deal under random rules differ from minimax."""
    rng = Random(seed)
    given = {**random_rules(rng), "deals_at_once": 1, "finish": "played_out"}
    states = random_states(rules_from_json(given), rng)[-cards:]
    return differences(states, values_of(states), solver)


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "mighty"])
def test_the_ends_of_deals_of_every_preset(preset: str) -> None:
    rules = rules_from_json({"preset": preset})
    for seed in range(5):
        states = random_states(rules, Random(seed))[-9:]
        assert differences(states, values_of(states), Solver()) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"mighty_card": "DA_when_spades"},
        {"power_jacks": False, "reverse": True},
        {"joker_call": "both", "called_joker": "weakest"},
        {"joker_call": "C3_unless_trump"},
        {"scoring": "difference", "no_trump": True, "bid_order": "count_then_no_trump"},
        {"adjutant_calls": "card_nobody_or_first_trick", "withhold": "adjutant_power_card"},
        {"widow_raise": "plus_2", "scoring": "difference"},
    ],
)
@pytest.mark.parametrize("preset", ["gurunapo", "booklet"])
def test_the_ends_of_deals_under_house_rules(preset: str, options: dict[str, Any]) -> None:
    rules = rules_from_json({"preset": preset, **options})
    for seed in range(6):
        states = random_states(rules, Random(seed))[-8:]
        assert differences(states, values_of(states), Solver()) == 0


def test_the_ends_of_deals_under_random_rules() -> None:
    assert sum(of_random_rules(seed, 7, Solver()) for seed in range(40)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_thousands_of_positions_under_random_rules(share: int) -> None:
    assert sum(of_random_rules(seed, 12, Solver()) for seed in range(share, 400, 4)) == 0


def test_a_difference_is_noticed() -> None:
    class Guesser(Solver):
        def evaluate(self, *args: object, **options: object) -> int:
            return 99

    assert of_random_rules(1, 5, Guesser()) >= 5
