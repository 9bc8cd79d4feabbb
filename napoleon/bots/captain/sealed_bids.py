"""The captain's bids in a sealed auction, where nobody hears the others.

What the others may bid is drawn: cards that the seat does not hold are dealt to them, and they bid as corporals do. The
captain then bids as high as promises the most, for a higher bid wins more often and is made less often.
Deals on which everybody passes are dealt again, and no seat knows that it is the last hope. So each bids on its
better hands even though a pass promises more, just so many of them that such deals are rare.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from napoleon.bots.corporal.contract_choices import estimate, highest_worth, worth_bidding
from napoleon.engine import Bid, NapoleonRules
from napoleon.engine.cards import CardSet, card_set, cards_in
from napoleon.engine.napoleon import trumps
from napoleon.engine.napoleon_contract import pack_of

from .estimate import pictures

_PASSED_OUT: Final = 0.06
"""The share of deals passed out that is accepted, with one seat at the table that never bids."""
_HANDS: Final = 300
_DEALS: Final = 60
"""So often the others' cards are drawn."""


def rivals(rules: NapoleonRules, hand: CardSet) -> list[Bid | None]:
    """What may be the highest bid of the others, for each deal that is drawn; None where they all pass."""
    cards = cards_in(pack_of(rules) & ~hand)
    rng, size = Random(hand), rules.hand_size  # noqa: S311 - the same deals every time
    highest = []
    for _ in range(_DEALS):
        drawn = rng.sample(cards, size * (rules.players - 1))
        bids = [_rival(rules, card_set(drawn[first : first + size])) for first in range(0, len(drawn), size)]
        highest.append(max(filter(None, bids), key=lambda bid: bid.count, default=None))
    return highest


def _rival(rules: NapoleonRules, hand: CardSet) -> Bid | None:
    """What a corporal bids on the hand."""
    expected, trump = max((estimate(rules, hand, trump), trump) for trump in trumps(rules))
    if not worth_bidding(rules, expected, rules.min_bid):
        return None
    return Bid(1, 0, highest_worth(rules, expected, rules.min_bid), trump)


def best_count(
    worths: Mapping[int, float], others: Sequence[Bid | None], leaving: Callable[[Bid | None], float]
) -> int | None:
    """The count that promises the most against such bids of the ``others``; None where a pass does.

    ``worths`` says what each count brings as Napoleon, ``leaving`` what it brings that another becomes Napoleon.
    Either of two equal bids may win.
    """
    left = [0.0 if bid is None else leaving(bid) for bid in others]
    highest = [0 if bid is None else bid.count for bid in others]

    def promised(count: int) -> float:
        worth = worths[count]
        return sum(
            worth if count > high else (worth + other) / 2 if count == high else other
            for high, other in zip(highest, left, strict=True)
        )

    best = max(worths, key=promised)
    return best if promised(best) > sum(left) else None


@lru_cache(maxsize=256)
def least_pictures(rules: NapoleonRules) -> float:
    """The estimate with the best trump from which on a hand is bid."""
    cards = cards_in(pack_of(rules))
    rng = Random(1)  # noqa: S311 - the same hands every time
    hands = [card_set(rng.sample(cards, rules.hand_size)) for _ in range(_HANDS)]
    worths = sorted(max(pictures(rules, hand, trump) for trump in trumps(rules)) for hand in hands)
    passing = _PASSED_OUT ** (1 / (rules.players - 1))
    return worths[int(passing * _HANDS)]
