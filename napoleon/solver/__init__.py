"""Exact answers for open hands: what a deal of Napoleon or Nap comes to by best play of both sides.

Pure, standard library only, and on the engine alone. It works on the engine's own states of play (`Playing`,
`NapPlaying`), from the middle of tricks as well:

- `evaluate`: the value of a position, in pictures or tricks (``goal="taken"``) or in points (``goal="points"``);
- `evaluate_cards`, `evaluate_plays`: the same for each card, or play, of the seat to play;
- `is_made`: whether the contract is made;
- `Solver`: the same questions about many positions of one deal, with what was learnt shared;
- `solve_deal`: every play of every position of a deal that is over; `states_of` lists the positions;
- `par`: what the deal as called could have brought each side;
- `scores_by_count`: the points of every seat by what the declarer’s side takes;
- `scores_by_points`: the points of every seat by those that are the value of a position.

Every limit is in nodes, so that the same question has the same answer on every machine. None means "not worked out".
"""

from .board import PlayState
from .deals import Par, PlyValues, par, solve_deal, states_of
from .questions import (
    NODES,
    Goal,
    Solver,
    evaluate,
    evaluate_cards,
    evaluate_plays,
    is_made,
    plays_for_more,
)
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
