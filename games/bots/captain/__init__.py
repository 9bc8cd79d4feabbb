"""The captain: a bot that chooses by learned weights, and solves the last tricks over worlds it thinks possible."""

from __future__ import annotations

from games.engine import DealView, NapoleonRules, Rules
from games.engine.events import Command

from . import endgame, policy


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a captain does now.

    At Nap it plays as a corporal: solving worlds that nothing weighs was measured, and lost points.
    """
    if isinstance(rules, NapoleonRules) and deal.phase == "playing":
        return endgame.play(deal, rules, seed)
    return policy.choose(deal, rules, seed)
