"""The corporal: a bot that counts trumps and picture cards, and plays its role."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from napoleon.engine import DealView, NapoleonRules, NapRules, Rules
from napoleon.engine.events import Command
from napoleon.engine.rules import VariantName

from . import nap, napoleon_contract, napoleon_play


def choose(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a corporal does now."""
    return _CHOOSE[rules.variant](deal, rules, seed)


def _choose_at_napoleon(deal: DealView, rules: NapoleonRules, seed: int) -> Command:
    if deal.phase == "playing":
        return napoleon_play.play(deal, rules, seed)
    if deal.phase == "calling":
        return napoleon_contract.call(deal, rules)
    if deal.phase == "exchanging":
        return napoleon_contract.exchange(deal, rules, seed)
    return napoleon_contract.bid(deal, rules, seed)


def _choose_at_nap(deal: DealView, rules: NapRules, seed: int) -> Command:
    return nap.play(deal, rules, seed) if deal.phase == "playing" else nap.bid(deal, rules)


_CHOOSE: Final[dict[VariantName, Callable[[DealView, Any, int], Command]]] = {
    "napoleon": _choose_at_napoleon,
    "nap": _choose_at_nap,
}
"""How a corporal plays each game."""
