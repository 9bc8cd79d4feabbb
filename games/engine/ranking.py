"""Which card of a Napoleon trick is strongest, and why (rules.md 1.4 and 1.5).

A `Ranking` is all that one rule set makes of the cards at one trump. It is computed once for each pair
and shared by every deal.

How a trick was led is a number: the led suit, plus `JOKER_LED` if a joker led and named it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from .cards import (
    HEART_QUEEN,
    JACKS,
    JOKER,
    JOKER_SET,
    MIGHTY,
    NO_CARD,
    NO_TRUMP,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    jack_of,
    parse_card,
    same_colour,
    two_of,
)
from .rules import JokerLevel, NapoleonRules

Why: TypeAlias = Literal[
    "yoromeki", "mighty", "joker", "right_jack", "left_jack", "same_two", "trump", "led_suit"
]
Led: TypeAlias = int
JOKER_LED: Final = 4

# Strengths, strongest first; trumps and the led suit add the card's rank (0 to 12) to their floor.
_JOKER_STRENGTH: Final[dict[JokerLevel, int]] = {
    "strongest": 100,
    "below_mighty": 80,
    "below_left_jack": 50,
    "weakest": 0,
}
_YOROMEKI = 95
_MIGHTY, _RIGHT_JACK, _LEFT_JACK, _SAME_TWO = 90, 70, 60, 45
_TRUMPS, _LED_SUIT, _OFF_SUIT = 31, 16, 1

_TWO_OR_MIGHTY: Final = tuple(1 << two_of(suit) | 1 << MIGHTY for suit in range(4))
"""For each suit that may be led: without one of these in the trick, its strongest card wins."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The strengths of all cards for one rule set and trump."""

    trump: Suit
    rows: tuple[tuple[int, ...], ...]
    """For each way to lead (`Led`), the strength of each card; the strongest takes the trick."""
    right_jack: Card
    left_jack: Card
    powers: CardSet
    """Mighty, right and left jack (rules.md 1.4)."""
    turning: CardSet
    """The jacks that turn the direction of play round, if the rules say so."""
    joker_call: Card
    yoromeki: bool
    yoromeki_pair: CardSet
    """The two cards that make a yoromeki; where the rules have none, -1: more than any trick holds."""
    same_two: bool
    same_two_spoilers: CardSet
    """Cards that void the same-two by lying in the trick."""
    same_two_first_trick: bool
    whys: tuple[Why, ...]
    """By what each card wins if it wins by its own strength."""

    def strongest(self, trick: tuple[Card, ...], led: Led, first: bool) -> tuple[int, Why]:
        """Where in ``trick`` (one to all of its cards, in order of play) the best card lies, and its reason.

        ``first`` says that it is the first trick of the deal.
        """
        cards = 0
        for card in trick:
            cards |= 1 << card
        return self.strongest_of(trick, cards, led, first)

    def strongest_of(
        self, trick: tuple[Card, ...], cards: CardSet, led: Led, first: bool
    ) -> tuple[int, Why]:
        """The same, for those who have the trick as a set of ``cards`` as well."""
        row, suit = self.rows[led], led & 3
        strongest, strength = trick[0], -1
        for card in trick:
            if row[card] > strength:
                strongest, strength = card, row[card]
        if cards & _TWO_OR_MIGHTY[suit]:
            if cards & self.yoromeki_pair == self.yoromeki_pair and strength < _YOROMEKI:
                return trick.index(HEART_QUEEN), "yoromeki"
            if strength < _SAME_TWO and self._is_same_two(cards, suit, first):
                return trick.index(two_of(suit)), "same_two"
        return trick.index(strongest), self.whys[strongest]

    def _is_same_two(self, cards: CardSet, suit: Suit, first: bool) -> bool:
        """The rules know the same-two, and the trick is one."""
        return (
            self.same_two
            and (self.same_two_first_trick or not first)
            and cards >> two_of(suit) & 1 == 1
            and not cards & ~(SUIT_SETS[suit] | JOKER_SET)
            and not cards & self.same_two_spoilers
        )


@lru_cache(maxsize=1024)
def ranking(rules: NapoleonRules, trump: Suit) -> Ranking:
    """What the rules make of the cards at this trump (a suit, or `cards.NO_TRUMP`)."""
    has_trump = trump != NO_TRUMP
    right = jack_of(trump) if has_trump else NO_CARD
    left = jack_of(same_colour(trump)) if has_trump else NO_CARD
    powers = 1 << MIGHTY | (1 << right | 1 << left if has_trump else 0)
    led = [_row(rules.joker_followed, trump, right, left, suit, False) for suit in range(4)]
    named = [_row(rules.joker_led, trump, right, left, suit, True) for suit in range(4)]
    call = parse_card(rules.joker_call)
    pair = 1 << HEART_QUEEN | 1 << MIGHTY
    return Ranking(
        trump=trump,
        rows=(*led, *named),
        right_jack=right,
        left_jack=left,
        powers=powers,
        turning=JACKS & ~powers if rules.reverse else 0,
        joker_call=call if rules.joker else NO_CARD,
        yoromeki=rules.yoromeki,
        yoromeki_pair=pair if rules.yoromeki else -1,
        same_two=rules.same_two != "off",
        same_two_spoilers=powers | JOKER_SET if rules.same_two == "voided_by_specials" else 0,
        same_two_first_trick=rules.same_two_first_trick,
        whys=tuple(_why(card, trump, right, left) for card in range(JOKER + 1)),
    )


def _why(card: Card, trump: Suit, right: Card, left: Card) -> Why:
    special: dict[Card, Why] = {right: "right_jack", left: "left_jack"}
    special |= {MIGHTY: "mighty", JOKER: "joker"}
    return special.get(card) or ("trump" if card // 13 == trump else "led_suit")


def _row(
    joker: JokerLevel, trump: Suit, right: Card, left: Card, suit: Suit, joker_led: bool
) -> tuple[int, ...]:
    """The strength of each card when ``suit`` was led, or named by a led joker."""
    row = [_OFF_SUIT] * 53
    for rank in range(13):
        row[13 * suit + rank] = _LED_SUIT + rank
    if trump != NO_TRUMP:
        for rank in range(13):
            row[13 * trump + rank] = _TRUMPS + rank
        row[right] = _RIGHT_JACK
        row[left] = _LEFT_JACK
    row[MIGHTY] = _MIGHTY
    row[JOKER] = _JOKER_STRENGTH[joker]
    if joker_led and joker == "weakest":
        # Below the 2 of the suit that it named, above all cards off that suit (rules.md 1.5).
        row[JOKER] = (_TRUMPS if suit == trump else _LED_SUIT) - 1
    return tuple(row)
