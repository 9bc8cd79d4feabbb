"""The solver and plain minimax over the engine agree, under any rules, from the middle of tricks as well."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import Rules, rules_from_json
from games.engine.rules import PRESETS
from games.solver import Solver
from tests.referee.generate import random_rules
from tests.solver.minimax import random_states, value


def compared(rules: Rules, rng: Random, cards: int) -> int:
    """How many of the last positions of a deal played at random were compared. Raises where one differs."""
    solver = Solver()
    states = random_states(rules, rng)[-cards:]
    for state in reversed(states):
        for goal in ("taken", "points"):
            by_engine = {play: value(state.after(play), goal) for play in state.legal(state.turn)}
            assert solver.evaluate_plays(state, goal=goal) == by_engine
            assert solver.evaluate(state, goal=goal) == value(state, goal)
        assert solver.is_made(state) == bool(value(state, "made"))
    return len(states)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_ends_of_deals_of_every_preset(preset: str) -> None:
    rules = rules_from_json({"preset": preset})
    for seed in range(5):
        assert compared(rules, Random(seed), cards=9) == 9


@pytest.mark.parametrize("share", range(4))
def test_the_ends_of_deals_under_random_rules(share: int) -> None:
    for seed in range(share, 40, 4):
        rng = Random(seed)
        given = {**random_rules(rng), "deals_at_once": 1, "finish": "played_out"}
        assert compared(rules_from_json(given), rng, cards=7) == 7
