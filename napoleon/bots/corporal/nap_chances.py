"""What the cards of a hand of Nap are likely to do, before anything is played."""

from functools import lru_cache
from typing import Final, NamedTuple

from napoleon.engine import NapRules
from napoleon.engine.cards import SUIT_SETS, Card, CardSet, Suit, cards_in
from napoleon.engine.nap import PACKS, TRICKS

from .deduction import none_of

_UNRUFFED: Final = 0.72
"""How likely a master card of a side suit is not ruffed."""
_SIDE_LENGTH: Final = 0.06
"""What each further card of a side suit takes off that."""
_DRAWN: Final = 0.75
"""How much of the danger to a trump is left by each higher trump that is led before it."""
_LED_AT_MISERE: Final = 0.6
"""How likely a card must be played at misère before it can be thrown off."""


def at_least(chances: list[float]) -> list[float]:
    """The likelihood of at least 0, 1, … tricks, if each card takes one independently."""
    exactly = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for tricks in range(len(chances), 0, -1):
            exactly[tricks] += chance * (exactly[tricks - 1] - exactly[tricks])
        exactly[0] *= 1.0 - chance
    return [sum(exactly[tricks:]) for tricks in range(len(exactly))]


def trick_chances(rules: NapRules, hand: CardSet, trump: Suit) -> list[float]:
    """For each card the likelihood that it takes a trick with this trump."""
    chances: list[float] = []
    for suit, cards in enumerate(SUIT_SETS):
        of_suit = _suit_chances(rules, hand & cards)
        chances += of_suit.as_trumps if suit == trump else of_suit.beside_trumps
    return chances


def misere_chance(rules: NapRules, hand: CardSet) -> float:
    """The likelihood of taking no trick: no card may be forced to win."""
    safe = 1.0
    for suit in SUIT_SETS:
        for chance in _suit_chances(rules, hand & suit).at_misere:
            safe *= chance
    return safe


class SuitChances(NamedTuple):
    """What each card of one suit in a hand does: the likelihood that it takes a trick, and that it takes none."""

    as_trumps: tuple[float, ...]
    beside_trumps: tuple[float, ...]
    at_misere: tuple[float, ...]


@lru_cache(maxsize=1 << 15)
def _suit_chances(rules: NapRules, cards: CardSet) -> SuitChances:
    """The chances of these cards, all that the hand holds of a suit."""
    if not cards:
        return SuitChances((), (), ())
    held = cards_in(cards)
    unseen = PACKS[rules.deck] & SUIT_SETS[held[0] // 13] & ~cards
    pool, drawn = PACKS[rules.deck].bit_count() - TRICKS, TRICKS * (rules.players - 1)
    masters = [none_of((unseen >> card).bit_count(), drawn, pool) for card in reversed(held)]
    unruffed = max(0.0, _UNRUFFED - _SIDE_LENGTH * (len(held) - 1))
    return SuitChances(
        tuple(1.0 - (1.0 - chance) * _DRAWN**place for place, chance in enumerate(masters)),
        tuple(chance * unruffed for chance in masters),
        tuple(_unforced(rules, unseen, card, pool) for card in held),
    )


def _unforced(rules: NapRules, unseen: CardSet, card: Card, pool: int) -> float:
    """The likelihood that the card is not forced to win at misère."""
    lower, cards = (unseen & ((1 << card) - 1)).bit_count(), unseen.bit_count()
    ducks = 1.0 - none_of(lower, TRICKS, pool) + none_of(cards, TRICKS, pool)
    return 1.0 - _LED_AT_MISERE * min(1.0, ducks) ** (rules.players - 1)
