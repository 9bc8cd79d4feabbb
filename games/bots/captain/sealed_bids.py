"""When a captain bids in a sealed auction though a pass promises more: else too many deals would be dealt again.

Nobody hears the others there, so no seat knows that it is the last hope. Each bids on its better hands instead, just so
many of them that a deal on which everybody passes is rare.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from games.engine import NapoleonRules
from games.engine.cards import card_set, cards_in
from games.engine.napoleon import pack_of, trumps

from .estimate import pictures

_PASSED_OUT: Final = 0.06
"""The share of deals passed out that is accepted, with one seat at the table that never bids."""
_HANDS: Final = 300


@lru_cache(maxsize=256)
def least_pictures(rules: NapoleonRules) -> float:
    """The estimate with the best trump from which on a hand is bid."""
    cards = cards_in(pack_of(rules))
    rng = Random(1)  # noqa: S311 - the same hands every time
    hands = [card_set(rng.sample(cards, rules.hand_size)) for _ in range(_HANDS)]
    worths = sorted(max(pictures(rules, hand, trump) for trump in trumps(rules)) for hand in hands)
    passing = _PASSED_OUT ** (1 / (rules.players - 1))
    return worths[int(passing * _HANDS)]
