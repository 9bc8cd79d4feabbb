"""Deals between bots, to be judged."""

from random import Random

from napoleon.bots.simulation import play_deal, shuffled
from napoleon.engine import Rules
from napoleon.engine.deal import PassedOut
from napoleon.engine.match import NextDeal
from napoleon.engine.variants import Result


def played(rules: Rules, seed: int = 1) -> Result:
    """A deal between bots that was not passed out."""
    rng = Random(seed)
    while True:
        end = play_deal(rules, shuffled(rules, NextDeal(1, None), rng), ["corporal"] * rules.players, seed).ended[0]
        if not isinstance(end, PassedOut):
            return end
