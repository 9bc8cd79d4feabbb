"""The solver agrees with plain minimax over the engine under any rules, in the middle of tricks as well."""

from random import Random

import pytest

from napoleon.engine import rules_from_json
from napoleon.engine.rules import PRESETS
from napoleon.solver import Solver
from tests.napoleon.house_rules import random_house_rules
from tests.napoleon.referee.generate import random_rules
from tests.napoleon.solver.minimax import differences, random_states, values_of


def of_random_rules(seed: int, cards: int, solver: Solver) -> int:
    """How many answers on the last positions of a deal under random rules differ from minimax."""
    rng = Random(seed)
    given = {**random_rules(rng), "deals_at_once": 1, "finish": "played_out"}
    states = random_states(rules_from_json(given), rng)[-cards:]
    return differences(states, values_of(states), solver)


def of_random_house_rules(seed: int, cards: int) -> int:
    """The same under house rules, whose options are many and change the tricks."""
    rng = Random(seed)
    states = random_states(rules_from_json(random_house_rules(rng)), rng)[-cards:]
    return differences(states, values_of(states), Solver())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_ends_of_deals_of_every_preset(preset: str) -> None:
    rules = rules_from_json({"preset": preset})
    for seed in range(5):
        states = random_states(rules, Random(seed))[-9:]
        assert differences(states, values_of(states), Solver()) == 0


def test_the_ends_of_deals_under_random_rules() -> None:
    assert sum(of_random_rules(seed, 7, Solver()) for seed in range(40)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_thousands_of_positions_under_random_rules(share: int) -> None:
    assert sum(of_random_rules(seed, 12, Solver()) for seed in range(share, 400, 4)) == 0


def test_the_ends_of_deals_under_random_house_rules() -> None:
    assert sum(of_random_house_rules(seed, 8) for seed in range(80)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_thousands_of_positions_under_random_house_rules(share: int) -> None:
    assert sum(of_random_house_rules(seed, 13) for seed in range(1000 + share, 1600, 4)) == 0


def test_a_difference_is_noticed() -> None:
    class Guesser(Solver):
        def evaluate(self, *args: object, **options: object) -> int:
            return 99

    assert of_random_rules(1, 5, Guesser()) >= 5
