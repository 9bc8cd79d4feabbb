"""The captain's last tricks: every card solved exactly in worlds that the seat takes for possible.

The usual card, that of `policy`, is played unless the worlds say that another one brings more points. All limits are in
nodes and the worlds come from the view and the seed, so the same view is always answered the same.
"""

from collections.abc import Mapping
from typing import Final

from napoleon.engine import DealView, NapoleonRules, Play
from napoleon.engine.napoleon_play import Playing
from napoleon.inference import worlds
from napoleon.inference.view_values import seat_of
from napoleon.solver import Goal, Solver, scores_by_points

from . import policy
from .estimate import points_in
from .trial import Row, chosen

WORLDS: Final = 30
"""How many worlds are looked at."""
TRICKS: Final = 5
"""With how many tricks left it begins."""
NODES: Final = 90_000
"""The limit of a whole move: about three tenths of a second."""
NODES_OF_ONE: Final = 12_000
"""The limit of one world. Worlds that take longer are left out."""
CLEAR: Final = 1.0
"""Another card must be better than the usual one by this many standard errors, each world compared with itself."""
_ERRORS: Final = 0.8
"""The standard deviation of what players miss of the exact value, in pictures."""


def play(deal: DealView, rules: NapoleonRules, seed: int) -> Play:
    """The card to play now."""
    usual = policy.play(deal, rules, seed)
    plays = [command for command in deal.legal if isinstance(command, Play)]
    if len(plays) == 1:
        return usual
    return chosen(_solved(deal, rules, seed), plays, usual, CLEAR)


def _solved(deal: DealView, rules: NapoleonRules, seed: int) -> list[Row[Play]]:
    """For each world that was solved its weight, and what each play brings there in points."""
    me, left = seat_of(deal), NODES
    solved: list[Row[Play]] = []
    for world in worlds(deal, rules, seed, WORLDS):
        if not isinstance(world.state, Playing):
            break
        solver, goal = Solver(), _goal(world.state)
        values = solver.evaluate_plays(world.state, goal=goal, limit=min(left, NODES_OF_ONE))
        left -= solver.nodes
        if values is not None:
            worths = _worths(world.state, me, goal)
            by_play = {option: worths[value] for option, value in values.items()}
            solved.append((world.weight, by_play))
        if left <= 0:
            break
    return solved


def _goal(state: Playing) -> Goal:
    """What is to be solved: where to take everything loses, and still may happen, more is not always better."""
    contract = state.contract
    side, rules = contract.side(), contract.dealt.rules
    others = sum(won for seat, won in enumerate(state.past.pictures) if seat not in side)
    return "taken" if others or rules.sweep == "normal" else "points"


def _worths(state: Playing, me: int, goal: Goal) -> Mapping[int, float]:
    """The points of the seat by the value of a position."""
    if goal == "points":
        return {points: float(scores[me]) for points, scores in scores_by_points(state).items()}
    return dict(enumerate(points_in(state, me, _ERRORS)))
