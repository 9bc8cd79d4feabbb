"""How likely players like our bots would have bid, discarded and played so, with cards that a world gives them."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import DealView, NapoleonRules
from games.engine.cards import CardSet


def likings(view: DealView, rules: NapoleonRules, me: int) -> dict[int | None, Sequence[float]]:
    return {}


def auction_likelihood(
    view: DealView, rules: NapoleonRules, me: int, dealt: tuple[CardSet, ...]
) -> float:
    return 0.0


def play_likelihood(view: DealView, rules: NapoleonRules, me: int, adjutant: int | None) -> float:
    return 0.0
