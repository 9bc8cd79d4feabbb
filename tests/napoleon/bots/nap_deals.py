"""Deals of Nap between corporals, and positions in them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from napoleon.bots import corporal
from napoleon.bots.captain.nap_policy import CaptainsCourse
from napoleon.bots.simulation import shuffled
from napoleon.engine import NapRules, advance, rules_from_json, start
from napoleon.engine.match import NextDeal
from napoleon.engine.nap import NapAuction, NapPlaying
from napoleon.engine.rules import RuleSet
from napoleon.engine.view import deal_view

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 2, "payments": "flat", "blucher": True},
    {"players": 3, "deck": "stripped_24", "wellington_weakest_lead": True},
    {"players": 5, "deck": "stripped_28", "payments": "double", "blucher": True},
    {"players": 7, "finish": "when_decided"},
)


def nap(**options: object) -> NapRules:
    rules: RuleSet = rules_from_json({"preset": "nap", **options})
    assert isinstance(rules, NapRules)
    return rules


def played_on(state: Any) -> Any:
    """The result of a deal that corporals finish."""
    while hasattr(state, "to_act"):
        state = state.after(usual(state))
    return state


def usual(state: Any) -> Any:
    return corporal.choose(deal_view(state, state.turn), state.dealt.rules, 0)


def first_lead(rules: NapRules, number: int) -> NapPlaying:
    """The start of play in a deal between corporals."""
    deal = shuffled(rules, NextDeal(1, None), Random(number))
    state: Any = advance(start(rules), deal).open[0]
    while not isinstance(state, NapPlaying):
        state = state.after(usual(state))
    return state


def auctions(rules: NapRules, deals: int) -> Iterator[NapAuction]:
    """Each position in some auctions between corporals."""
    for number in range(deals):
        deal = shuffled(rules, NextDeal(1, None), Random(number))
        state: Any = advance(start(rules), deal).open[0]
        while isinstance(state, NapAuction):
            yield state
            state = state.after(usual(state))


def course_of(state: NapPlaying, captain: int) -> CaptainsCourse:
    """The play from the first lead, with a captain in that seat."""
    contract = state.contract
    return CaptainsCourse(contract.dealt.rules, contract.declarer, contract.bid, captain)


def cards_played(state: NapPlaying, count: int) -> NapPlaying:
    """The play some cards later, but before the deal's last card."""
    for _ in range(count):
        after = state.after(usual(state))
        if not isinstance(after, NapPlaying):
            break
        state = after
    return state
