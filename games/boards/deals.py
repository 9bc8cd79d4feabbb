"""The deal of a board, which follows from the seeds of its set alone."""

from dataclasses import replace
from typing import Any

from games.kernel.transaction import first_dealer
from napoleon.engine import Deal, Rules
from napoleon.engine.shuffle import Seeds, deal_out, shuffled


def deal_of(rules: Rules, seeds: Seeds, number: int) -> Deal:
    """The deal of that number: as no board is dealt again, the dealer moves on by one seat each time."""
    dealer = (first_dealer(seeds, rules.players) + number - 1) % rules.players
    return deal_out(rules, shuffled(rules, seeds, number), number, dealer)


def comparable(rules: Rules) -> Rules:
    """These rules for boards: no deal depends on what became of another."""
    same: dict[str, Any] = {"deals_at_once": 1, "passed_out": "counts"}
    if rules.preset != "nap":
        same |= {"first_bidder": "dealer_left", "redeal_claim": "none"}
    return replace(rules, **same)
