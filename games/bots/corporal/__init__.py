"""The corporal: counts trumps and pictures, and plays its role."""

from __future__ import annotations

from games.engine import DealView, NapRules, Rules
from games.engine.events import Command

from . import nap
from .bidding import bid
from .contract import call, exchange
from .play import play


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a corporal does now."""
    if isinstance(rules, NapRules):
        return nap.play(deal, rules, seed) if deal.phase == "playing" else nap.bid(deal, rules)
    if deal.phase == "playing":
        return play(deal, rules, seed)
    if deal.phase == "calling":
        return call(deal, rules)
    if deal.phase == "exchanging":
        return exchange(deal, rules, seed)
    return bid(deal, rules, seed)
