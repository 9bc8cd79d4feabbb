"""What a hand of Napoleon shows before the exchange, as numbers: training and play read a hand by the same ones.

No option is left out that changes what a hand is worth. Each number has a weight in `weights`, learned off line.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from napoleon.bots.card_order import card_order
from napoleon.engine import NapoleonRules
from napoleon.engine.cards import (
    HEART_QUEEN,
    JOKER,
    JOKERS,
    MIGHTY,
    NO_TRUMP,
    PICTURES,
    SUIT_SETS,
    CardSet,
    Suit,
    one_of_each,
)
from napoleon.engine.napoleon_ranking import SAME_TWO_STRENGTH, Ranking

Feature = tuple[str, float]

_ACES: Final = one_of_each("A")
_KINGS: Final = one_of_each("K")
_QUEENS: Final = one_of_each("Q")
_TWOS: Final = one_of_each("2")
_HIGH_TRUMPS: Final = {12: "trump_ace", 11: "trump_king", 10: "trump_queen"}


def features(rules: NapoleonRules, hand: CardSet, trump: Suit) -> Iterator[Feature]:
    """The numbers of the hand with this trump, by name. Some of those that are 0 are left out."""
    yield from of_rules(rules, trump)
    rank, joker = _ranking(rules, trump)
    if hand & JOKERS:
        yield joker, 1.0
    if trump == NO_TRUMP:
        yield from _without_trump(rules, hand)
    else:
        yield from _with_trump(rules, rank, hand, trump, joker)
    pictures = (hand & PICTURES).bit_count()
    yield "pictures", pictures
    yield f"pictures to {rules.discards_to}", pictures


@lru_cache(maxsize=1024)
def of_rules(rules: NapoleonRules, trump: Suit) -> tuple[Feature, ...]:
    """What the options say, whatever the hand."""
    kind = "no trump" if trump == NO_TRUMP else "trump"
    facts = {
        kind: True,
        "no joker": not rules.joker,
        f"discards to {rules.discards_to}": True,
        f"withhold {rules.withhold}": True,
        f"same two {rules.same_two}": True,
        f"discards shown {rules.discards_shown}": True,
        "power cards any time": rules.power_cards_any_time,
        "yoromeki": rules.yoromeki,
        "reverse": rules.reverse,
        "call after exchange": rules.call == "after_exchange",
        "no own call": not rules.own_card_call,
        "first lead barred": rules.first_lead == "no_trump_or_joker",
        "joker calls trump": rules.joker and rules.joker_names == "trump",
        "joker called": rules.joker and rules.joker_call != "none",
        f"pack with joker {_joker_level(rules, trump)}": rules.joker,
    }
    return tuple((name, 1.0) for name, is_so in facts.items() if is_so)


@lru_cache(maxsize=1024)
def _ranking(rules: NapoleonRules, trump: Suit) -> tuple[Ranking, str]:
    return card_order(rules, trump).rank, f"joker {_joker_level(rules, trump)}"


def _joker_level(rules: NapoleonRules, trump: Suit) -> str:
    """What the joker beats when it is led, and when it is followed."""
    if not rules.joker:
        return "none"
    ordered = card_order(rules, trump)
    led = "high" if ordered.worth[JOKER] > SAME_TWO_STRENGTH else "low"
    followed = "high" if ordered.rank.rows[trump & 3][JOKER] > SAME_TWO_STRENGTH else "low"
    return f"{led} {followed}"


def _without_trump(rules: NapoleonRules, hand: CardSet) -> Iterator[Feature]:
    if hand >> MIGHTY & 1:
        yield "mighty at no trump", 1.0
    yield "aces at no trump", (hand & _ACES & ~(1 << MIGHTY)).bit_count()
    yield "kings at no trump", (hand & _KINGS).bit_count()
    yield "queens at no trump", (hand & _QUEENS).bit_count()
    yield "longest at no trump", max((hand & suit).bit_count() for suit in SUIT_SETS)
    if rules.same_two != "off":
        yield "twos at no trump", (hand & _TWOS).bit_count()


def _with_trump(rules: NapoleonRules, rank: Ranking, hand: CardSet, trump: Suit, joker: str) -> Iterator[Feature]:
    mighty, right, left = (hand >> card & 1 for card in (rank.mighty, rank.right_jack, rank.left_jack))
    if mighty:
        yield "mighty", 1.0
        if rules.yoromeki:
            yield "mighty and queen" if hand >> HEART_QUEEN & 1 else "mighty alone", 1.0
    if right:
        yield "right jack", 1.0
    if left:
        yield "left jack", 1.0
    if rules.yoromeki and hand >> HEART_QUEEN & 1:
        yield "queen of hearts", 1.0
    high_joker = bool(hand & JOKERS) and joker.endswith("high")
    tops = mighty + right + left + high_joker
    yield f"{tops} tops", 1.0
    trumps = hand & SUIT_SETS[trump] & ~rank.powers
    length = trumps.bit_count()
    yield "trumps", length
    yield "trumps over four", max(0, length - 4)
    yield "trumps under three", max(0, 3 - length)
    for card_rank, name in _HIGH_TRUMPS.items():
        if trumps >> 13 * trump + card_rank & 1:
            yield name, 1.0
    yield from _side_suits(rules, rank, hand, trump)


def _side_suits(rules: NapoleonRules, rank: Ranking, hand: CardSet, trump: Suit) -> Iterator[Feature]:
    side = hand & ~SUIT_SETS[trump] & ~rank.powers
    yield "side aces", (side & _ACES).bit_count()
    yield "side kings", (side & _KINGS).bit_count()
    if rules.same_two != "off":
        yield "twos", (hand & _TWOS).bit_count()
    for suit in range(4):
        if suit != trump:
            held = (side & SUIT_SETS[suit]).bit_count()
            if held < 2:
                yield "single" if held else "void", 1.0
    if hand & rank.callers and not hand & JOKERS:
        yield "joker call", 1.0
