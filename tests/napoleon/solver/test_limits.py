"""Unsolved positions are reported as such, and a question always has the same answer."""

from random import Random

from napoleon.engine import rules_from_json
from napoleon.solver import Solver, evaluate, evaluate_cards, is_made
from tests.napoleon.solver.minimax import random_states

STATES = random_states(rules_from_json({"preset": "gurunapo"}), Random(1))


def test_too_few_nodes_give_no_answer() -> None:
    assert evaluate(STATES[0], limit=100) is None
    assert evaluate_cards(STATES[0], limit=100) is None
    assert is_made(STATES[0], limit=100) is None


def test_an_aborted_search_does_not_spoil_later_answers() -> None:
    solver = Solver()
    state = STATES[-20]
    answers = [solver.evaluate(state, limit=limit) for limit in (10, 50, 200, 100_000)]
    assert answers[0] is None
    assert answers[-1] == evaluate(state)


def test_a_question_takes_the_same_nodes_every_time() -> None:
    counts = set()
    for _ in range(2):
        solver = Solver()
        solver.evaluate(STATES[-20])
        counts.add(solver.nodes)
    assert len(counts) == 1
    assert counts.pop() > 100
