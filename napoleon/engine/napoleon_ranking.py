"""Which card of a Napoleon trick is strongest, and why (rules.md 1.4 and 1.5; more rules, 2.3 to 2.6).

A `Ranking` holds what one rule set makes of the cards at one trump, in a trick in which the same cards are weak. It is
computed once for each of these and shared by every deal.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from .cards import (
    CARD_NAMES,
    DIAMONDS,
    HEART_QUEEN,
    JACKS,
    JOKER,
    JOKERS,
    MIGHTY,
    NO_CARD,
    NO_TRUMP,
    SECOND_JOKER,
    SPADES,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_set,
    is_joker,
    jack_of,
    parse_card,
    same_colour,
    two_of,
)
from .deal import CALL_LED, JOKER_LED, SECOND_JOKER_LED, WAYS_TO_LEAD, Led, Why, led_suit
from .rules import JokerCall, JokerLevel, NapoleonRules, YoromekiReturn

# Strengths, strongest first; trumps and the led suit add the card's rank (0 to 12) to their floor.
_JOKER_STRENGTH: Final[dict[JokerLevel, int]] = {
    "strongest": 100,
    "below_mighty": 80,
    "below_left_jack": 50,
    "weakest": 0,
}
YOROMEKI_STRENGTH: Final = 95
"""The strength of the queen of hearts, and of the cards that answer her."""
MIGHTY_STRENGTH: Final = 90
_RIGHT_JACK, _LEFT_JACK = 70, 60
SAME_TWO_STRENGTH: Final = 45
"""Below the special cards, above all trumps."""
_TRUMPS, _LED_SUIT, _OFF_SUIT = 31, 16, 1
_BY_OTHERS: Final[dict[Why, int]] = {
    "same_two": SAME_TWO_STRENGTH,
    "yoromeki": YOROMEKI_STRENGTH,
    "yoromeki_return": YOROMEKI_STRENGTH,
}
"""The strength of cards that win because of what else is in the trick."""

# --- What is weak in a trick ---

Weak: TypeAlias = int
"""What has no power in a trick: a sum of the numbers below."""
WEAK_JOKER: Final = 1
WEAK_MIGHTY: Final = 2
WEAK_JACKS: Final = 4
NO_JOKER_CALL: Final = 8

_TRICKS: Final[dict[str, tuple[slice, ...]]] = {
    "never": (),
    "first": (slice(1),),
    "last": (slice(-1, None),),
    "first_and_last": (slice(1), slice(-1, None)),
    "last_three": (slice(-3, None),),
}
"""The tricks of a deal that each value of the options ``…_weak`` and ``joker_call_off`` names."""


@lru_cache(maxsize=256)
def weak_by_trick(rules: NapoleonRules) -> tuple[Weak, ...]:
    """What is weak in each trick of a deal, the first trick first.

    >>> weak_by_trick(NapoleonRules(joker_weak="first_and_last"))
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    tricks = range(rules.hand_size)
    weak = [0] * rules.hand_size
    for when, what in (
        (rules.joker_weak, WEAK_JOKER),
        (rules.mighty_weak, WEAK_MIGHTY),
        (rules.jacks_weak, WEAK_JACKS),
        (rules.joker_call_off, NO_JOKER_CALL),
    ):
        for trick in {trick for part in _TRICKS[when] for trick in tricks[part]}:
            weak[trick] |= what
    return tuple(weak)


# --- The special cards ---

_CALLERS: Final[dict[JokerCall, tuple[str, str]]] = {
    "C3": ("C3", "C3"),
    "S3": ("S3", "S3"),
    "C3_unless_trump": ("S3", "C3"),
    "both": ("C3 S3", "C3 S3"),
    "none": ("", ""),
}
"""The cards that call the joker: where clubs are trumps, and otherwise."""

_HEART_KING, _HEART_ACE = parse_card("HK"), parse_card("HA")
_RETURNS: Final[dict[YoromekiReturn, tuple[tuple[Card, CardSet], ...]]] = {
    "off": (),
    "king": ((_HEART_KING, 1 << _HEART_KING),),
    "king_and_ace": ((_HEART_ACE, 1 << _HEART_ACE | 1 << _HEART_KING), (_HEART_KING, 1 << _HEART_KING)),
}
"""Cards that answer a yoromeki, strongest first, each with the cards that it needs in the trick."""


def mighty_of(rules: NapoleonRules, trump: Suit | None) -> Card:
    """The mighty at this trump; None before there is one."""
    if rules.mighty_card == "DA_when_spades" and trump == SPADES:
        return 13 * DIAMONDS + 12
    return MIGHTY


def callers(rules: NapoleonRules, trump: Suit | None) -> CardSet:
    """The cards that call the joker at this trump, if they are led; None before there is one."""
    if not rules.joker:
        return 0
    at_clubs, otherwise = _CALLERS[rules.joker_call]
    return card_set((at_clubs if trump == 0 else otherwise).split())


@dataclass(frozen=True, slots=True)
class Ranking:
    """The strengths of all cards for one rule set, trump, and kind of trick."""

    trump: Suit
    rows: tuple[tuple[int, ...], ...]
    """For each way to lead (`deal.Led`), the strength of each card. The strongest takes the trick."""
    mighty: Card
    """The mighty and the jacks are `NO_CARD` where they are weak."""
    right_jack: Card
    left_jack: Card
    powers: CardSet
    """Mighty, right and left jack (rules.md 1.4), less those that are weak."""
    turning: CardSet
    """The jacks that reverse the direction of play, if the rules say so."""
    callers: CardSet
    """The cards that call the joker if they are led."""
    yoromeki: bool
    yoromeki_pair: CardSet
    """The two cards that make a yoromeki. -1, more than any trick holds, where the rules have none."""
    yoromeki_returns: tuple[tuple[Card, CardSet], ...]
    """Cards that answer a yoromeki, strongest first, each with the cards that it needs in the trick."""
    noted: tuple[CardSet, ...]
    """For each led suit: without one of these cards in the trick, the card of the highest strength wins."""
    same_two: bool
    same_two_suits: tuple[CardSet, ...]
    """For each led suit, the cards that a same-two may consist of."""
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
        if cards & self.noted[suit]:
            if cards & self.yoromeki_pair == self.yoromeki_pair and strength < YOROMEKI_STRENGTH:
                return self._yoromeki(trick, cards)
            if strength < SAME_TWO_STRENGTH and self._is_same_two(cards, suit, first):
                return trick.index(two_of(suit)), "same_two"
        return trick.index(strongest), self.whys[strongest]

    def strength_of(self, card: Card, why: Why, led: Led) -> int:
        """The strength of a card that wins a trick for that reason, as `strongest` tells it."""
        return _BY_OTHERS.get(why) or self.rows[led][card]

    def _yoromeki(self, trick: tuple[Card, ...], cards: CardSet) -> tuple[int, Why]:
        """Which card wins a trick with the mighty and the queen of hearts."""
        for card, needed in self.yoromeki_returns:
            if cards & needed == needed:
                return trick.index(card), "yoromeki_return"
        return trick.index(HEART_QUEEN), "yoromeki"

    def _is_same_two(self, cards: CardSet, suit: Suit, first: bool) -> bool:
        """Whether the rules have the same-two, and the trick is one."""
        return (
            self.same_two
            and (self.same_two_first_trick or not first)
            and cards >> two_of(suit) & 1 == 1
            and not cards & ~self.same_two_suits[suit]
            and not cards & self.same_two_spoilers
        )


@lru_cache(maxsize=2048)
def ranking(rules: NapoleonRules, trump: Suit, weak: Weak = 0) -> Ranking:
    """The ranking of the cards at this trump (a suit, or `cards.NO_TRUMP`) in tricks where these are weak."""
    specials = _specials(rules, trump, weak)
    cards = {why: card for card, (_, why) in specials.items()}
    mighty = cards.get("mighty", NO_CARD)
    right, left = cards.get("right_jack", NO_CARD), cards.get("left_jack", NO_CARD)
    has_yoromeki = rules.yoromeki and mighty != NO_CARD
    powers = card_set(specials)
    return Ranking(
        trump=trump,
        rows=_rows(rules, trump, specials, weak),
        mighty=mighty,
        right_jack=right,
        left_jack=left,
        powers=powers,
        turning=JACKS & ~card_set(_specials(rules, trump, 0)) if rules.reverse else 0,
        callers=0 if weak & NO_JOKER_CALL else callers(rules, trump),
        yoromeki=has_yoromeki,
        yoromeki_pair=1 << HEART_QUEEN | 1 << mighty if has_yoromeki else -1,
        yoromeki_returns=_RETURNS[rules.yoromeki_return],
        noted=tuple([1 << two_of(suit) | 1 << mighty for suit in range(4)]),
        same_two=rules.same_two != "off",
        same_two_suits=tuple(
            [SUIT_SETS[suit] | (JOKERS if joker_suit(rules, trump) in (None, suit) else 0) for suit in range(4)]
        ),
        same_two_spoilers=powers | JOKERS if rules.same_two == "voided_by_specials" else 0,
        same_two_first_trick=rules.same_two_first_trick,
        whys=tuple([_why(card, trump, specials) for card in range(len(CARD_NAMES))]),
    )


def joker_suit(rules: NapoleonRules, trump: Suit) -> Suit | None:
    """The suit that the jokers are cards of for following; None where they are of none."""
    return trump if rules.joker_suit == "trump" and trump != NO_TRUMP else None


def _specials(rules: NapoleonRules, trump: Suit, weak: Weak) -> dict[Card, tuple[int, Why]]:
    """The power cards that are not weak, each with its strength and why it wins."""
    specials: dict[Card, tuple[int, Why]] = {}
    if rules.power_jacks and trump != NO_TRUMP and not weak & WEAK_JACKS:
        specials[jack_of(trump)] = _RIGHT_JACK, "right_jack"
        specials[jack_of(same_colour(trump))] = _LEFT_JACK, "left_jack"
    if not weak & WEAK_MIGHTY:
        specials[mighty_of(rules, trump)] = MIGHTY_STRENGTH, "mighty"
    return specials


def _why(card: Card, trump: Suit, specials: dict[Card, tuple[int, Why]]) -> Why:
    if is_joker(card):
        return "joker"
    if card in specials:
        return specials[card][1]
    return "trump" if card // 13 == trump else "led_suit"


def _rows(
    rules: NapoleonRules, trump: Suit, specials: dict[Card, tuple[int, Why]], weak: Weak
) -> tuple[tuple[int, ...], ...]:
    """The strengths of the cards for each way to lead."""
    plain = [_plain_row(trump, specials, suit) for suit in range(4)]
    rows: list[tuple[int, ...]] = []
    for led in range(WAYS_TO_LEAD):
        suit = led_suit(led)
        jokers = tuple([_joker(rules, joker, led, weak) for joker in (JOKER, SECOND_JOKER)])
        rows.append(plain[suit] + jokers)
    return tuple(rows)


def _plain_row(trump: Suit, specials: dict[Card, tuple[int, Why]], suit: Suit) -> tuple[int, ...]:
    """The strength of each card but the jokers when ``suit`` was led, or named by a led joker."""
    row = [_OFF_SUIT] * JOKER
    for rank in range(13):
        row[13 * suit + rank] = _LED_SUIT + rank
    if trump != NO_TRUMP:
        for rank in range(13):
            row[13 * trump + rank] = _TRUMPS + rank
    for card, (strength, _) in specials.items():
        row[card] = strength
    return tuple(row)


_LEADS: Final = {JOKER: JOKER_LED, SECOND_JOKER: SECOND_JOKER_LED}


def _joker(rules: NapoleonRules, joker: Card, led: Led, weak: Weak) -> int:
    """The strength of a joker in a trick that was led like that."""
    has_led = led & ~3 == _LEADS[joker]
    level = rules.joker_led if has_led else rules.joker_followed
    is_called = led >= CALL_LED and rules.called_joker != "keeps_level"
    if is_called or weak & WEAK_JOKER:
        level = "weakest"
    if level == "weakest":
        # Led, it is below the 2 of the suit that it named, above all cards off that suit (rules.md 1.5).
        return _LED_SUIT - 1 if has_led else 0
    is_smaller = joker == SECOND_JOKER and rules.second_joker == "weaker"
    return _JOKER_STRENGTH[level] - is_smaller
