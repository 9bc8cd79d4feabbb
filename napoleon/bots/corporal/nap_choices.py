"""The corporal at Nap: bids on the tricks that are likely, and weighs every card by them (`nap_course.py`)."""

from collections.abc import Sequence
from math import inf
from typing import Final

from napoleon.bots.view_reading import best, impatience, is_last_hope, nap_bids, pass_of
from napoleon.engine import DealView, NapRules, Play
from napoleon.engine.cards import SUIT_SETS, CardSet
from napoleon.engine.events import Command, NapBid
from napoleon.engine.nap import NEEDED, TRICKS, payment
from napoleon.inference.view_values import known

from .nap_chances import at_least, misere_chance, trick_chances
from .nap_course import course_of

_LEAVING: Final = -0.4
"""The points that somebody else's bid brings to a seat, on average."""
_BETTER_THAN_IT_LOOKS, _BETTER_MISERE = 0.45, 0.6
"""Cards help each other and opponents err: the likelihood to this power is what came true in play."""


def bid(deal: DealView, rules: NapRules) -> Command:
    """The bid that promises most, if it promises more than a pass, or if the deal may be dealt again."""
    offers = nap_bids(deal)
    extra = impatience(deal, rules)
    pass_promises = leaving(rules, len(deal.auction), deal.high)
    name = best_bid(rules, deal.hand, list(offers), extra, leaving=pass_promises)
    return known(pass_of(deal)) if name is None else offers[name]


def leaving(rules: NapRules, heard: int, high: object) -> float:
    """What a pass promises after so many have spoken: nothing where it ends a deal that counts."""
    if is_last_hope(rules, heard, high):
        return -inf
    return 0.0 if high is None and heard == rules.players - 1 else _LEAVING


def best_bid(
    rules: NapRules, hand: CardSet, offers: Sequence[NapBid], extra: float, *, leaving: float
) -> NapBid | None:
    """Which of the bids a corporal makes, ``extra`` tricks added; None: a pass promises as much, ``leaving``."""
    if not offers:
        return None
    chances = prospects(rules, hand, extra)
    worth = {name: _promises(rules, name, chances[name]) for name in offers}
    name = max(worth, key=lambda name: worth[name])
    return name if worth[name] > leaving else None


def _promises(rules: NapRules, name: NapBid, chance: float) -> float:
    won, lost = payment(rules, name)
    return (rules.players - 1) * (chance * won - (1.0 - chance) * lost)


def prospects(rules: NapRules, hand: CardSet, extra: float = 0.0) -> dict[NapBid, float]:
    """The likelihood that each bid is made with this hand, ``extra`` tricks added."""
    least = [0.0] * (TRICKS + 1)
    for trump in range(4):
        if hand & SUIT_SETS[trump]:
            of_trump = at_least(trick_chances(rules, hand, trump))
            least = [max(pair) for pair in zip(least, of_trump, strict=True)]
    chances: dict[NapBid, float] = {
        name: min(1.0, least[needed] ** _BETTER_THAN_IT_LOOKS + extra / 4) for name, needed in NEEDED.items()
    }
    chances["misere"] = misere_chance(rules, hand) ** _BETTER_MISERE
    return chances


def play(deal: DealView, rules: NapRules, seed: int) -> Play:
    """The card to play now."""
    plays = [command for command in deal.legal if isinstance(command, Play)]
    if len(plays) == 1:
        return plays[0]
    judged = course_of(deal, rules).judged(deal.hand, deal.playable)
    worth = {card: worth for worth, card in judged}
    return best(plays, lambda option: worth[option.card], seed)
