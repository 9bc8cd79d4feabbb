"""The compiled search answers as the plain one does. It needs the extra ``analysis``: `make compiled`."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from random import Random

import pytest

from napoleon.engine import rules_from_json
from napoleon.engine.rules import PRESETS
from napoleon.solver import Solver, evaluate_plays, fastest_solver
from tests.napoleon.solver.minimax import random_states

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("preset", PRESETS)
def test_it_answers_as_the_plain_search_does(preset: str) -> None:
    states = random_states(rules_from_json({"preset": preset}), Random(1))[-20:]
    plain, compiled = Solver(), fastest_solver()
    for state in reversed(states):
        assert compiled.evaluate_plays(state) == plain.evaluate_plays(state)
        assert compiled.is_made(state) == plain.is_made(state)


def test_searches_that_share_a_small_workspace_do_not_mix_up_their_boards() -> None:
    from napoleon.solver.fast import FastSearch, Workspace

    workspace = Workspace(table_size=1 << 6)
    states = [
        random_states(rules_from_json({"preset": "gurunapo"}), Random(seed))[-17]
        for seed in range(8)
    ]
    solver = Solver(partial(FastSearch, workspace=workspace))
    for state in [*states, *states]:
        assert solver.evaluate_plays(state) == evaluate_plays(state)


def test_it_gives_up_where_the_nodes_do_not_suffice() -> None:
    (state, *_) = random_states(rules_from_json({"preset": "gurunapo"}), Random(1))
    assert fastest_solver().evaluate(state, limit=1000) is None


def test_numba_is_loaded_only_where_it_is_asked_for() -> None:
    script = (
        "import sys; from napoleon.solver import fastest_solver; before = 'numba' in sys.modules;"
        "fastest_solver(); print(before, 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == ["False", "True"]
