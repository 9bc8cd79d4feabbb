"""How often deals are passed out: seldom among recruits, never where two corporals or more sit."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.bots import passed_out_share
from games.engine import rules_from_json
from games.engine.rules import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_recruits_pass_out_less_than_a_tenth_of_their_deals(preset: str) -> None:
    rules = rules_from_json({"preset": preset})
    assert passed_out_share(rules, "recruit", 300, Random(1)) < 0.1


@pytest.mark.parametrize("preset", [one for one in PRESETS if one != "four"])
@pytest.mark.parametrize("players", [4, 5])
def test_corporals_and_captains_let_no_deal_of_a_newcomer_be_passed_out(
    preset: str, players: int
) -> None:
    """The newcomer passes every time, from each seat in turn."""
    rules = rules_from_json({"preset": preset, "players": players})
    assert passed_out_share(rules, "corporal", 150, Random(2), passes=True) == 0
    assert passed_out_share(rules, "captain", 30, Random(2), passes=True) == 0
