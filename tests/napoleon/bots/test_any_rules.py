"""Every bot plays legally under any rules: the engine judges each command."""

from random import Random

import pytest
from hypothesis import settings

from napoleon.bots import LEVELS
from napoleon.bots.captain import last_tricks
from napoleon.bots.simulation import play_match
from napoleon.engine import is_over, rules_from_json
from tests.napoleon.referee.generate import random_rules

MATCHES = 25 if settings.get_current_profile_name() == "quick" else 100


@pytest.mark.usefixtures("quick_captains")
@pytest.mark.parametrize("share", range(5))
def test_matches_under_random_rules_end(share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_tricks, "TRICKS", 3)
    for number in range(share, MATCHES, 5):
        rng = Random(number)
        given = {**random_rules(rng), "deals": 2}
        rules = rules_from_json({**given, "deals_at_once": min(given.get("deals_at_once", 1), 2)})
        assert is_over(play_match(rules, [rng.choice(list(LEVELS)) for _ in range(rules.players)], rng))
