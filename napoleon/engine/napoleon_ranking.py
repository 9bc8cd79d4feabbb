"""Which card of a Napoleon trick is strongest, and why (rules.md 1.4 and 1.5).

A `Ranking` holds what one rule set makes of the cards at one trump. It is computed once for each such pair
and shared by every deal.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .cards import (
    CARD_NAMES,
    HEART_QUEEN,
    JACKS,
    JOKERS,
    MIGHTY,
    NO_CARD,
    NO_TRUMP,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    cards_in,
    is_joker,
    jack_of,
    parse_card,
    same_colour,
    two_of,
)
from .deal import Led, Why
from .rules import JokerLevel, NapoleonRules

# Strengths, strongest first; trumps and the led suit add the card's rank (0 to 12) to their floor.
_JOKER_STRENGTH: Final[dict[JokerLevel, int]] = {
    "strongest": 100,
    "below_mighty": 80,
    "below_left_jack": 50,
    "weakest": 0,
}
YOROMEKI_STRENGTH: Final = 95
MIGHTY_STRENGTH: Final = 90
_RIGHT_JACK, _LEFT_JACK = 70, 60
SAME_TWO_STRENGTH: Final = 45
"""Below the special cards, above all trumps."""
_TRUMPS, _LED_SUIT, _OFF_SUIT = 31, 16, 1

_TWO_OR_MIGHTY: Final = tuple(1 << two_of(suit) | 1 << MIGHTY for suit in range(4))
"""For each led suit: without one of these cards in the trick, the card of the highest strength wins."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The strengths of all cards for one rule set and trump."""

    trump: Suit
    rows: tuple[tuple[int, ...], ...]
    """For each way to lead (`deal.Led`), the strength of each card. The strongest takes the trick."""
    right_jack: Card
    left_jack: Card
    powers: CardSet
    """Mighty, right and left jack (rules.md 1.4)."""
    turning: CardSet
    """The jacks that reverse the direction of play, if the rules say so."""
    joker_call: Card
    yoromeki: bool
    yoromeki_pair: CardSet
    """The two cards that make a yoromeki. -1, more than any trick holds, where the rules have none."""
    same_two: bool
    same_two_spoilers: CardSet
    """Cards that prevent the same-two if they are in the trick."""
    same_two_first_trick: bool
    whys: tuple[Why, ...]
    """Why each card wins, if it wins by its own strength."""

    def strongest(self, trick: tuple[Card, ...], led: Led, first: bool) -> tuple[int, Why]:
        """The index in ``trick`` of the winning card, and why it wins (rules.md 1.5).

        ``trick`` holds one card or more in order of play; ``first`` is true in the first trick of the deal.
        """
        cards = 0
        for card in trick:
            cards |= 1 << card
        return self.strongest_of(trick, cards, led, first)

    def strongest_of(self, trick: tuple[Card, ...], cards: CardSet, led: Led, first: bool) -> tuple[int, Why]:
        """`strongest` for callers that also have the trick as a set of ``cards``."""
        row, suit = self.rows[led], led & 3  # led_suit(led), without the call
        strongest, strength = trick[0], -1
        for card in trick:
            if row[card] > strength:
                strongest, strength = card, row[card]
        if cards & _TWO_OR_MIGHTY[suit]:
            if cards & self.yoromeki_pair == self.yoromeki_pair and strength < YOROMEKI_STRENGTH:
                return trick.index(HEART_QUEEN), "yoromeki"
            if strength < SAME_TWO_STRENGTH and self._is_same_two(cards, suit, first):
                return trick.index(two_of(suit)), "same_two"
        return trick.index(strongest), self.whys[strongest]

    def _is_same_two(self, cards: CardSet, suit: Suit, first: bool) -> bool:
        """Whether the rules have the same-two, and the trick is one."""
        return (
            self.same_two
            and (self.same_two_first_trick or not first)
            and cards >> two_of(suit) & 1 == 1
            and not cards & ~(SUIT_SETS[suit] | JOKERS)
            and not cards & self.same_two_spoilers
        )


@lru_cache(maxsize=1024)
def ranking(rules: NapoleonRules, trump: Suit) -> Ranking:
    """The ranking of the cards at this trump (a suit, or `cards.NO_TRUMP`)."""
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
        same_two_spoilers=powers | JOKERS if rules.same_two == "voided_by_specials" else 0,
        same_two_first_trick=rules.same_two_first_trick,
        whys=tuple(_why(card, trump, right, left) for card in range(len(CARD_NAMES))),
    )


def _why(card: Card, trump: Suit, right: Card, left: Card) -> Why:
    if is_joker(card):
        return "joker"
    special: dict[Card, Why] = {right: "right_jack", left: "left_jack", MIGHTY: "mighty"}
    return special.get(card) or ("trump" if card // 13 == trump else "led_suit")


def _row(joker: JokerLevel, trump: Suit, right: Card, left: Card, suit: Suit, joker_led: bool) -> tuple[int, ...]:
    """The strength of each card when ``suit`` was led, or named by a led joker."""
    row = [_OFF_SUIT] * len(CARD_NAMES)
    for rank in range(13):
        row[13 * suit + rank] = _LED_SUIT + rank
    if trump != NO_TRUMP:
        for rank in range(13):
            row[13 * trump + rank] = _TRUMPS + rank
        row[right] = _RIGHT_JACK
        row[left] = _LEFT_JACK
    row[MIGHTY] = MIGHTY_STRENGTH
    strength = _JOKER_STRENGTH[joker]
    if joker_led and joker == "weakest":
        # Below the 2 of the suit that it named, above all cards off that suit (rules.md 1.5).
        strength = (_TRUMPS if suit == trump else _LED_SUIT) - 1
    for card in cards_in(JOKERS):
        row[card] = strength
    return tuple(row)
