"""The captain's bids: what a contract promises in points, against what leaving it to another seat promises.

Both sides of the comparison were learned off line (`weights`) and are turned into points by the
rules: so a captain bids boldly where a lost contract costs little, and holds back where it costs much.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from napoleon.bots.view_reading import best, has_to_bid, impatience, lowest_bids, pass_of
from napoleon.engine import Bid, DealView, NapoleonRules
from napoleon.engine.cards import (
    JOKER,
    JOKERS,
    MIGHTY,
    NO_TRUMP,
    PICTURE_COUNT,
    PICTURES,
    SUIT_SETS,
    CardSet,
    one_of_each,
)
from napoleon.engine.events import Command
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, ranking
from napoleon.inference.view_values import known

from .estimate import ADJUTANT, ALLY, NAPOLEON, chance, expected_points, pictures, points
from .sealed_bids import best_count, least_pictures, rivals
from .temper import STEADY, Temper
from .weights import PASS_WEIGHTS

_CAUTION: Final = 0.075
"""A bid must promise more than a pass, by this share of what Napoleon makes or loses by it: a hand that looks best is
often overrated. Found by trying."""
OVERRATED: Final = 0.5
"""The pictures by which the hand that wins an auction is overrated."""
_ACES = one_of_each("A") & ~(1 << MIGHTY)
_JACKS = one_of_each("J")


def bid(deal: DealView, rules: NapoleonRules, seed: int, temper: Temper = STEADY) -> Command:
    """The lowest bid of the best trump where it promises more than a pass.

    The last to speak rather bid than let the deal be dealt again.
    """
    passing = pass_of(deal)
    extra = impatience(deal, rules)
    options = []
    for trump, lowest in lowest_bids(deal).items():
        expected = pictures(rules, deal.hand, trump) + extra
        options.append((expected_points(rules, lowest.count, expected), lowest, expected))
    if not options:
        return known(passing)
    worth, lowest, expected = best(options, lambda option: option[0], seed)
    if passing is None or has_to_bid(deal, rules):
        return lowest
    if deal.phase == "sealed_bidding":
        count = _sealed_count(deal, rules, lowest, expected, temper)
        return passing if count is None else lowest._replace(count=count)
    if not _is_sure_enough(lowest.count, expected, temper):
        return passing
    return lowest if worth > _leaving(deal, rules) + caution(rules, lowest.count) else passing


def _leaving(deal: DealView, rules: NapoleonRules) -> float:
    """What a pass promises: nothing where it passes the deal out."""
    high = deal.high if isinstance(deal.high, Bid) else None
    if rules.all_pass in ("redeal", "next_dealer") and high is None and len(deal.auction) == rules.players - 1:
        return 0.0
    return value_of_passing(rules, deal.hand, high)


def _is_sure_enough(count: int, expected: float, temper: Temper) -> bool:
    """Whether the bid is made often enough for that temper."""
    return chance(count, expected - OVERRATED) >= temper.least_chance


def caution(rules: NapoleonRules, count: int) -> float:
    """The points by which a bid of ``count`` must promise more than a pass."""
    napoleon = points(rules, count, False)[NAPOLEON]
    return _CAUTION * (napoleon[count] - napoleon[count - 1])


def value_of_passing(rules: NapoleonRules, hand: CardSet, high: Bid | None) -> float:
    """The points that a seat may expect if another one becomes Napoleon, ``high`` being bid so far."""
    count = rules.min_bid if high is None else high.count
    row = list(pass_features(rules, hand, high))
    table = PASS_WEIGHTS[rules.players]
    chances = {
        label: min(0.98, max(0.02, sum(value * weights.get(name, 0.0) for name, value in row)))
        for label, weights in table.items()
    }
    worth = points(rules, count, False)
    helped = chances["adjutant"]

    def value(role: int, made: float) -> float:
        won, lost = worth[role][count], worth[role][count - 1]
        return made * won + (1.0 - made) * lost

    helping = value(ADJUTANT, chances["made as adjutant"])
    return helped * helping + (1.0 - helped) * value(ALLY, chances["made as ally"])


def pass_features(rules: NapoleonRules, hand: CardSet, high: Bid | None) -> Iterator[tuple[str, float]]:
    """What a seat that passes knows of the contract that another seat will play, as numbers by name."""
    count = rules.min_bid if high is None else high.count
    yield "one", 1.0
    yield "nobody bid", float(high is None)
    yield "count", (count - 12) / 4
    yield "mighty", float(hand >> MIGHTY & 1)
    yield "pictures", ((hand & PICTURES).bit_count() - 0.4 * rules.hand_size) / 4
    yield "aces", (hand & _ACES).bit_count() / 2
    if rules.joker:
        yield "pack with joker", 1.0
        if hand & JOKERS:
            suit = 0 if high is None else high.trump
            strong = ranking(rules, suit).rows[suit & 3][JOKER] > SAME_TWO_STRENGTH
            yield "strong joker" if strong else "weak joker", 1.0
    if high is None:
        yield "jacks", (hand & _JACKS).bit_count() / 2
        yield "longest suit", max((hand & suit).bit_count() for suit in SUIT_SETS) / rules.hand_size
        return
    if high.trump == NO_TRUMP:
        yield "no trump", 1.0
        return
    rank = ranking(rules, high.trump)
    yield "right jack", float(hand >> rank.right_jack & 1)
    yield "left jack", float(hand >> rank.left_jack & 1)
    yield "trumps", (hand & SUIT_SETS[high.trump] & ~rank.powers).bit_count() / rules.hand_size


def _sealed_count(deal: DealView, rules: NapoleonRules, lowest: Bid, expected: float, temper: Temper) -> int | None:
    """How high to bid in a sealed auction; None: a pass promises more."""
    counts = range(lowest.count, PICTURE_COUNT + 1)
    sure = [count for count in counts if _is_sure_enough(count, expected, temper)]
    worths = {count: expected_points(rules, count, expected) - caution(rules, count) for count in sure}
    leaving = partial(value_of_passing, rules, deal.hand)
    count = best_count(worths, rivals(rules, deal.hand), leaving) if sure else None
    has_to = rules.deals_again and expected >= least_pictures(rules)
    return lowest.count if count is None and has_to else count
