"""A double-dummy solver: the exact value of a deal of Napoleon or Nap with open hands and perfect play.

It is pure, depends on the engine alone, and works on the engine's own states of play (`Playing`, `NapPlaying`), also in
the middle of a trick:

- `evaluate`: the value of a position, in pictures or tricks (``goal="taken"``) or in points (``goal="points"``);
- `evaluate_cards`, `evaluate_plays`: the same for each card, or play, of the seat to play;
- `is_made`: whether the contract is made;
- `Solver`: the same questions about many positions of one deal, which share what the search has learnt;
- `solve_deal`: every play of every position of a deal that is over; `states_of` lists the positions;
- `par`: what each side could have got out of the contract;
- `scores_by_count`: the points of every seat for each number that the declarer’s side may take;
- `scores_by_points`: the points of every seat for each value of a position in points.

Limits are in nodes, so the same question has the same answer on every machine. None means "not worked out".
"""

from .board import PlayState
from .deals import Par, PlyValues, par, solve_deal, states_of
from .questions import NODES, Goal, Solver, evaluate, evaluate_cards, evaluate_plays, is_made, plays_for_more
from .worth import scores_by_count, scores_by_points

__all__ = [
    "NODES",
    "Goal",
    "Par",
    "PlayState",
    "PlyValues",
    "Solver",
    "evaluate",
    "evaluate_cards",
    "evaluate_plays",
    "is_made",
    "par",
    "plays_for_more",
    "scores_by_count",
    "scores_by_points",
    "solve_deal",
    "states_of",
]
