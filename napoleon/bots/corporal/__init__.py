"""The corporal: a bot that counts trumps and picture cards, and plays its role."""

from collections.abc import Callable
from typing import Any, Final

from napoleon.bots.spare_hand import spare_hand
from napoleon.engine import DealView, NapoleonRules, NapRules, Rules
from napoleon.engine.events import Command
from napoleon.engine.rules import VariantName

from . import card_choice, contract_choices, nap_choices


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a corporal does now."""
    return _CHOOSE[rules.variant](deal, rules, seed)


def _choose_at_napoleon(deal: DealView, rules: NapoleonRules, seed: int) -> Command:
    if deal.phase == "playing":
        return card_choice.play(deal, rules, seed)
    if deal.phase == "calling":
        return contract_choices.call(deal, rules)
    if deal.phase == "exchanging":
        return contract_choices.before_exchange(deal, rules) or contract_choices.exchange(deal, rules, seed)
    return contract_choices.bid(deal, rules, seed)


def _choose_at_nap(deal: DealView, rules: NapRules, seed: int) -> Command:
    if deal.phase == "playing":
        return nap_choices.play(deal, rules, seed)
    if deal.phase == "exchanging":
        return spare_hand(deal)
    return nap_choices.bid(deal, rules)


_CHOOSE: Final[dict[VariantName, Callable[[DealView, Any, int], Command]]] = {
    "napoleon": _choose_at_napoleon,
    "nap": _choose_at_nap,
}
"""How a corporal plays each game."""
