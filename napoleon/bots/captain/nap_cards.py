"""The captain's cards at Nap: hands that the others may hold are drawn, and the deal is played on with each card.

So a card is judged by whether the contract is made in the end. The usual card, that of `nap_policy`, is played unless
another one is clearly better.
"""

from collections.abc import Sequence
from typing import Final

from napoleon.engine import DealView, NapRules, Play
from napoleon.engine.cards import Card

from .nap_hands import EvidenceOfPlay, HandSampler
from .trial import Row, best_of_two_rounds

FIRST_WORLDS: Final = 60
"""Worlds in which every card is tried."""
MORE_WORLDS: Final = 240
"""Further worlds for the usual card and those that may be better."""
CLEAR: Final = 1.0
"""Another card must be better than the usual one by this many standard errors."""


def play(deal: DealView, rules: NapRules, seed: int) -> Play:
    """The card to play now."""
    plays = {command.card: command for command in deal.legal if isinstance(command, Play)}
    if len(plays) == 1:
        return next(iter(plays.values()))
    evidence = EvidenceOfPlay(deal, rules)
    course, sampler = evidence.course, HandSampler(evidence, deal, seed)
    usual = course.usual(deal.hand, deal.playable)
    side = 1.0 if course.turn == course.declarer else -1.0

    def met(cards: Sequence[Card], count: int) -> list[Row[Card]]:
        """Worlds with their weights, and for each card the contracts that it wins for the seat's side."""
        return [
            (weight, {card: side * course.is_made(hands, card) for card in cards})
            for hands, weight in sampler.deals(count)
        ]

    options = [usual, *(card for card in plays if card != usual)]
    return plays[best_of_two_rounds(options, met, FIRST_WORLDS, MORE_WORLDS, CLEAR)]
