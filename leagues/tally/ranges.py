"""What a seat can score in one deal, by the rules: the standings say from it what can still be reached."""

from __future__ import annotations

from games.engine import NapRules, Rules
from games.engine.events import NAP_BIDS
from games.engine.nap import scores as nap_scores
from games.engine.rules import NapoleonRules
from games.engine.scoring import ALL_PICTURES, is_made
from games.engine.scoring import scores as napoleon_scores


def deal_range(rules: Rules) -> tuple[int, int]:
    """The least and the most.

    >>> from games.engine import rules_from_json
    >>> deal_range(rules_from_json({"preset": "gurunapo"}))
    (0, 10)
    >>> deal_range(rules_from_json({"preset": "leaflet"}))
    (-4, 4)
    """
    found = _of_nap(rules) if isinstance(rules, NapRules) else _of_napoleon(rules)
    return min(found), max(found)


def _of_napoleon(rules: NapoleonRules) -> set[int]:
    """Whatever was bid, whoever helps, however many pictures it brings."""
    return {
        score
        for count in range(rules.min_bid, ALL_PICTURES + 1)
        for adjutant in (None, 1)
        for pictures in range(ALL_PICTURES + 1)
        for score in napoleon_scores(
            rules, count, 0, adjutant, pictures, is_made(rules, count, 0, pictures)
        )
    }


def _of_nap(rules: NapRules) -> set[int]:
    bids = [bid for bid in NAP_BIDS if bid != "blucher" or rules.blucher]
    return {
        score for bid in bids for made in (True, False) for score in nap_scores(rules, 0, bid, made)
    }
