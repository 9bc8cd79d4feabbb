"""The captain: a bot that chooses by learned weights, and looks into worlds that it thinks possible.

What it has learned says what to bid and which card is usual. Discards, the first tricks, and bids and cards of Nap are
tried by playing worlds on; the last tricks of Napoleon are solved.
"""

from napoleon.engine import DealView, NapoleonRules, Rules
from napoleon.engine.events import Command

from . import exchange, first_tricks, last_tricks, nap_bids, nap_cards, policy


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a captain does now."""
    if not isinstance(rules, NapoleonRules):
        if deal.phase == "bidding":
            return nap_bids.bid(deal, rules, seed)
        return nap_cards.play(deal, rules, seed)
    if deal.phase == "exchanging":
        return exchange.exchange(deal, rules, seed)
    if deal.phase == "playing":
        if deal.hand.bit_count() <= last_tricks.TRICKS:
            return last_tricks.play(deal, rules, seed)
        return first_tricks.play(deal, rules, seed)
    return policy.choose(deal, rules, seed)
