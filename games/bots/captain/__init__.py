"""The captain: a bot that bids by learned estimates, and weighs its cards over worlds that it takes for possible."""

from __future__ import annotations

from games.bots import corporal
from games.engine import DealView, NapoleonRules, Rules
from games.engine.events import Command

from . import auction, endgame

_AUCTION = ("bidding", "sealed_bidding", "must_bid")


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a captain does now."""
    if isinstance(rules, NapoleonRules) and deal.phase in _AUCTION:
        return auction.bid(deal, rules, seed)
    if deal.phase == "playing":
        return endgame.play(deal, rules, seed)
    return corporal.choose(deal, rules, seed)
