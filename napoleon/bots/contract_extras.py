"""What some rules ask besides bids, cards and discards: to throw a hand in, to raise the bid, to call nobody.

All levels follow the same rules of thumb; a recruit never raises, and never calls anything but a card.
"""

from math import erf, sqrt
from typing import Final

from napoleon.engine import Bid, Call, DealView, NapoleonRules, Raise, Redeal, Rules
from napoleon.engine.cards import JOKERS, MIGHTY, NO_TRUMP, PICTURE_COUNT, SUIT_SETS
from napoleon.engine.napoleon_scoring import outcome

SPREAD: Final = 3.4
"""The standard deviation of what Napoleon's side wins around an estimate, in pictures."""
_LONGEST: Final = 0.5
"""A hand with more than this share of one suit is played, however few its pictures."""
_LOST_CHANCE: Final = 1.0
"""The pictures that a hand after the exchange no longer hopes for from the widow."""
_GAIN: Final = 0.5
"""The points, per player, that a raise must promise beyond the bid."""
ADJUTANT: Final = 3.5
"""The pictures that an adjutant brings."""


def throws_in(deal: DealView, rules: Rules) -> Redeal | None:
    """The hand is thrown in if it may be, and has neither a special card nor a long suit; but not for ever."""
    first = deal.legal[0]
    if not isinstance(first, Redeal) or deal.number > 3 * rules.deals + 5:
        return None
    longest = max((deal.hand & suit).bit_count() for suit in SUIT_SETS)
    is_hopeless = not deal.hand & (JOKERS | 1 << MIGHTY) and longest <= rules.hand_size * _LONGEST
    return first if is_hopeless else None


def expected_points(
    rules: NapoleonRules, count: int, trump: int, pictures: float, *, alone: bool = False, nobody: bool = False
) -> float:
    """Napoleon's points for a contract, if their side should take about so many ``pictures``."""
    doublings = (trump == NO_TRUMP) + nobody
    value, reached = 0.0, 0.0
    for taken in range(PICTURE_COUNT + 1):
        below = 1.0 if taken == PICTURE_COUNT else 0.5 * (1.0 + erf((taken + 0.5 - pictures) / SPREAD / sqrt(2.0)))
        scores = outcome(rules, count, 0, None if alone else 1, 0, taken, doublings=doublings).scores
        value += (below - reached) * scores[0]
        reached = below
    return value


def raises(deal: DealView, rules: NapoleonRules, expected: dict[int, float]) -> Raise | None:
    """The raise that promises clearly more than the bid; ``expected`` are the pictures at each trump now."""
    bid = deal.contract
    options = [command for command in deal.legal if isinstance(command, Raise)]
    if not options or not isinstance(bid, Bid):
        return None

    def promises(option: Bid | Raise) -> float:
        return expected_points(rules, option.count, option.trump, expected[option.trump] - _LOST_CHANCE)

    best = max(options, key=promises)
    return best if promises(best) > promises(bid) + _GAIN * (rules.players - 1) else None


def calls_nobody(deal: DealView, rules: NapoleonRules, expected: float) -> Call | None:
    """Nobody is called where that promises more than an adjutant does."""
    nobody = next((call for call in deal.legal if isinstance(call, Call) and call.who == "nobody"), None)
    bid = deal.contract
    if nobody is None or not isinstance(bid, Bid):
        return None
    alone = expected_points(rules, bid.count, bid.trump, expected - ADJUTANT, alone=True, nobody=True)
    return nobody if alone > expected_points(rules, bid.count, bid.trump, expected) else None
