"""How often deals are passed out: seldom among recruits, never where two corporals or more sit."""

from random import Random

import pytest

from napoleon import bots
from napoleon.bots.simulation import shuffled
from napoleon.engine import Deal, Pass, Rules, advance, rules_from_json, start
from napoleon.engine.deal import PassedOut
from napoleon.engine.match import NextDeal
from napoleon.engine.rules import PRESETS
from napoleon.engine.view import deal_view


def passed_out_share(rules: Rules, level: str, deals: int, rng: Random, *, passes: bool = False) -> float:
    """The share of deals without a voluntary bid; ``passes``: one seat, in rotation, always passes."""
    silent = 0
    for number in range(deals):
        deal = shuffled(rules, NextDeal(1, None), rng)
        silent += _is_passed_out(rules, deal, level, number % rules.players if passes else None)
    return silent / deals


def _is_passed_out(rules: Rules, deal: Deal, level: str, passer: int | None) -> bool:
    match = advance(start(rules), deal)
    while match.open and (view := deal_view(match.open[0], match.open[0].to_act()[0])).high is None:
        if view.phase not in ("bidding", "sealed_bidding"):
            return view.phase == "must_bid"
        [seat, *_] = view.to_act
        command = Pass(1, seat) if seat == passer else bots.choose(level, view, rules, deal.hands[0])
        match = advance(match, command)
    [end] = match.ended or [None]
    return isinstance(end, PassedOut) and end.redeal is None


@pytest.mark.parametrize("preset", PRESETS)
def test_recruits_pass_out_less_than_a_tenth_of_their_deals(preset: str) -> None:
    assert passed_out_share(rules_from_json({"preset": preset}), "recruit", 300, Random(1)) < 0.1


@pytest.mark.usefixtures("quick_captains")
@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "four"])
@pytest.mark.parametrize("players", [4, 5])
def test_corporals_and_captains_never_pass_out_a_newcomers_deal(preset: str, players: int) -> None:
    """The newcomer passes every time, from each seat in turn."""
    rules = rules_from_json({"preset": preset, "players": players})
    assert passed_out_share(rules, "corporal", 150, Random(2), passes=True) == 0
    assert passed_out_share(rules, "captain", 30, Random(2), passes=True) == 0


@pytest.mark.parametrize(("least", "players"), [(13, 5), (16, 5), (18, 7), (20, 4)])
def test_captains_pass_out_few_deals_of_a_sealed_auction(least: int, players: int) -> None:
    """Nobody hears the others' bids. The discards are Napoleon's, and the joker is worthless."""
    rules = rules_from_json(
        {
            "preset": "gurunapo",
            "auction": "sealed",
            "discards_to": "napoleon",
            "min_bid": least,
            "players": players,
            "joker_led": "weakest",
            "joker_followed": "weakest",
        }
    )
    assert passed_out_share(rules, "captain", 60, Random(3)) < 0.1
    assert passed_out_share(rules, "captain", 60, Random(4), passes=True) < 0.15
