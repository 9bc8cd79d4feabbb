"""The captain's cards at Nap: hands that the others may hold are drawn, and the deal is played on with each card.

So a card is judged by whether the contract is made in the end. The usual card, that of `nap_policy`, is played unless
another one is clearly better.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.engine import DealView, NapRules, Play
from games.engine.cards import Card

from .nap_hands import Drawing
from .trial import Row, gain_of, is_clearly_better

FIRST_WORLDS: Final = 60
"""So many worlds all cards meet."""
MORE_WORLDS: Final = 240
"""So many more the usual card meets, and those that may be better."""
CLEAR: Final = 1.0
"""By so many standard errors another card must be better than the usual one."""
_HOPELESS: Final = 2.0
"""By so many standard errors a card is worse that does not go on."""


def play(deal: DealView, rules: NapRules, seed: int) -> Play:
    """The card to play now."""
    plays = {one.card: one for one in deal.legal if isinstance(one, Play)}
    if len(plays) == 1:
        return next(iter(plays.values()))
    # A string, because it is hashed alike in every process.
    rng = Random(f"{seed} {deal.number} {deal.hand} {deal.seen}")  # noqa: S311 - to be repeatable
    drawing = Drawing(deal, rules, rng)
    usual = drawing.course.usual(deal.hand, deal.playable)
    rows = _rows(drawing, list(plays), FIRST_WORLDS)
    if len(rows) < 2:
        return plays[usual]
    others = [card for card in plays if card != usual and _may_be_better(rows, card, usual)]
    if not others:
        return plays[usual]
    rows += _rows(drawing, [usual, *others], MORE_WORLDS)
    best = max(others, key=lambda card: gain_of(rows, card, usual))
    return plays[best if is_clearly_better(rows, best, usual, CLEAR) else usual]


def _rows(drawing: Drawing, cards: Sequence[Card], count: int) -> list[Row[Card]]:
    """Worlds with their weights, and for each card the contracts that it wins for the seat's side."""
    course = drawing.course
    side = 1.0 if course.turn == course.declarer else -1.0
    return [
        (weight, {card: side * course.is_made(hands, card) for card in cards})
        for hands, weight in drawing.deals(count)
    ]


def _may_be_better(rows: Sequence[Row[Card]], card: Card, usual: Card) -> bool:
    gain, error = gain_of(rows, card, usual)
    return gain + _HOPELESS * error > 0.0
