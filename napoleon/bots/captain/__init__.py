"""The captain: a bot that chooses by learned weights, and looks into worlds that it thinks possible.

What it has learned says what to bid and which card is usual. Discards, the first tricks, and bids and cards of Nap are
tried by playing worlds on; the last tricks of Napoleon are solved.
"""

from napoleon.bots import corporal
from napoleon.bots.corporal import contract_choices
from napoleon.engine import DealView, NapoleonRules, Rules
from napoleon.engine.events import Command

from . import exchange, first_tricks, last_tricks, nap_bids, nap_cards, policy
from .temper import STEADY, Temper


def choose(deal: DealView, rules: Rules, seed: int, temper: Temper = STEADY) -> Command:
    """What a captain of that temper does now."""
    if not isinstance(rules, NapoleonRules):
        if deal.phase == "bidding":
            return nap_bids.bid(deal, rules, seed, temper)
        if deal.phase == "exchanging":
            return corporal.choose(deal, rules, seed)
        return nap_cards.play(deal, rules, seed)
    if deal.phase == "exchanging":
        raised = contract_choices.before_exchange(deal, rules)
        if raised is not None:
            return raised
        return exchange.exchange(deal, rules, seed, temper)
    if deal.phase == "playing":
        if deal.hand.bit_count() <= last_tricks.TRICKS:
            return last_tricks.play(deal, rules, seed)
        return first_tricks.play(deal, rules, seed, temper)
    return policy.choose(deal, rules, seed, temper)


def choose_by_habit(deal: DealView, rules: Rules, seed: int, temper: Temper = STEADY) -> Command:
    """What it does where it may not take its time: no world is tried. At Nap a captain has a corporal's habits."""
    if isinstance(rules, NapoleonRules):
        return policy.choose(deal, rules, seed, temper)
    return corporal.choose(deal, rules, seed)
