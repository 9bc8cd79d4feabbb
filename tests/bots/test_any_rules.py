"""Under any rules, every bot acts, and legally: the engine judges each command."""

from random import Random

import pytest
from hypothesis import settings

from benchmarks.bot_options import drawn
from games.bots import LEVELS
from games.bots.captain import last_tricks
from games.bots.simulation import play_match
from games.engine import is_over, rules_from_json
from games.engine.rules import PRESETS
from tests.referee.generate import random_rules

MATCHES = 25 if settings.get_current_profile_name() == "quick" else 100


@pytest.mark.usefixtures("quick_captains")
@pytest.mark.parametrize("share", range(5))
def test_matches_under_random_rules_come_to_their_end(
    share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last_tricks, "TRICKS", 3)
    for number in range(share, MATCHES, 5):
        rng = Random(number)
        given = {**random_rules(rng), "deals": 2}
        rules = rules_from_json({**given, "deals_at_once": min(given.get("deals_at_once", 1), 2)})
        match = play_match(rules, [rng.choice(list(LEVELS)) for _ in range(rules.players)], rng)
        assert is_over(match)


def test_options_for_measurements_are_drawn_by_their_seed() -> None:
    sets = [drawn(Random(number)) for number in range(30)]
    assert sets == [drawn(Random(number)) for number in range(30)]
    assert {given["preset"] for given in sets} == set(PRESETS)
    assert {rules_from_json(given).players for given in sets} >= {4, 5, 6, 7}


def test_options_may_be_kept_in_every_set_that_is_drawn() -> None:
    kept = {"auction": "sealed", "scoring": "bid_value"}
    sets = [drawn(Random(number), **kept) for number in range(20)]
    assert all(given.items() >= kept.items() for given in sets)
    assert len({given["preset"] for given in sets}) > 2
