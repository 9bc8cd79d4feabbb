"""The pack: cards as small integers, sets of cards as bits of an integer.

A card is ``13 * suit + rank``. Suits rise C D H S as the bids do, ranks rise 2 … A. The joker comes after
all suits, the second joker last. A set of cards (a hand, the widow, the discards) is an integer with the bit
``1 << card`` for each card: such sets are hashable, quick to compare, and answer most questions of the rules with one
``&``.

>>> card_name(parse_card("HT")), suit_of(parse_card("HT"))
('HT', 2)
>>> names(card_set(["C2", "SA", "JK"]))
['JK', 'SA', 'C2']
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
CardSet: TypeAlias = int
Suit: TypeAlias = int

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
NO_TRUMP: Final = 4
"""No trump, where a trump is asked for. It ranks above spades in the order of bids."""
TRUMPS: Final = SUITS + "N"

JOKER: Final[Card] = 52
SECOND_JOKER: Final[Card] = 53
"""The small one, of packs with two (more rules, "second_joker")."""
NO_CARD: Final[Card] = 60
"""The card of a misspelt name. Its bit is in no pack, so no rule ever allows it."""

CARD_NAMES: Final = tuple(suit + rank for suit in SUITS for rank in RANKS) + ("JK", "JB")
CARD_NUMBERS: Final[dict[object, Card]] = {name: card for card, name in enumerate(CARD_NAMES)}
_SUIT_NUMBERS: Final = {name: number for number, name in enumerate(SUITS)}
_TRUMP_NUMBERS: Final = {name: number for number, name in enumerate(TRUMPS)}

SUIT_SETS: Final = tuple(((1 << 13) - 1) << (13 * suit) for suit in range(4))
ONE_CARD: Final = tuple(1 << card for card in range(NO_CARD + 1))
"""The set of one card, by its number. Cheaper than the shift where cards are many."""
JOKERS: Final[CardSet] = 1 << JOKER | 1 << SECOND_JOKER
"""Every joker there can be. The rules ask this set or `is_joker`, so that they do not depend on how many there are."""
FULL_PACK: Final[CardSet] = (1 << 52) - 1


def parse_card(name: object) -> Card:
    """The card called ``name`` (``"SA"``, ``"HT"``, ``"JK"``); `NO_CARD` for any other name."""
    try:
        return CARD_NUMBERS.get(name, NO_CARD)
    except TypeError:  # a list or an object
        return NO_CARD


def parse_suit(name: object) -> Suit | None:
    """The suit ``"C"``, ``"D"``, ``"H"`` or ``"S"``; None if it is no suit."""
    return _SUIT_NUMBERS.get(name) if isinstance(name, str) else None


def parse_trump(name: object) -> Suit | None:
    """A suit or `NO_TRUMP` (``"N"``); None if it is neither."""
    return _TRUMP_NUMBERS.get(name) if isinstance(name, str) else None


def card_name(card: Card) -> str:
    """The name of a card: suit and rank, ``"JK"`` or ``"JB"`` for a joker."""
    return CARD_NAMES[card]


def name_if_card(number: int) -> str | None:
    """The name of a card; None for a number that is no card, which a command made by hand may hold."""
    return CARD_NAMES[number] if 0 <= number < len(CARD_NAMES) else None


def is_joker(card: Card) -> bool:
    """Whether the card is a joker.

    >>> is_joker(parse_card("JK")), is_joker(parse_card("SA"))
    (True, False)
    """
    return JOKER <= card <= SECOND_JOKER


def suit_of(card: Card) -> Suit:
    """The suit printed on the card; 4 for a joker, which has none."""
    return card // 13


def rank_of(card: Card) -> int:
    """0 for a two up to 12 for an ace (rank order A … 2: rules.md 1.5)."""
    return card % 13


def card_set(cards: Iterable[str] | Iterable[Card]) -> CardSet:
    """The set of the given cards, by name or by number.

    >>> card_set(["C2", "C3"]) == 0b11
    True
    """
    bits = 0
    for card in cards:
        bits |= 1 << (parse_card(card) if isinstance(card, str) else card)
    return bits


def cards_in(cards: CardSet) -> list[Card]:
    """The cards of a set, lowest number first.

    >>> cards_in(0b1001)
    [0, 3]
    """
    numbers = []
    while cards:
        low = cards & -cards
        numbers.append(low.bit_length() - 1)
        cards ^= low
    return numbers


def names(cards: CardSet) -> list[str]:
    """The names of a set's cards as a player sorts a hand: joker, spades, hearts, diamonds, clubs, high first.

    >>> names(card_set(["D5", "SA", "DJ"]))
    ['SA', 'DJ', 'D5']
    """
    return [CARD_NAMES[card] for card in reversed(cards_in(cards))]


def one_of_each(ranks: str) -> CardSet:
    """The cards of the given ranks in all four suits."""
    return card_set(suit + rank for suit in SUITS for rank in ranks)


PICTURES: Final[CardSet] = one_of_each("AKQJT")
"""The picture cards (絵札) that the two sides play for (rules.md, top). The joker is not one of them."""
PICTURE_COUNT: Final = PICTURES.bit_count()
"""How many picture cards a pack holds: 20, the most that can be bid and taken."""
JACKS: Final[CardSet] = one_of_each("J")
MIGHTY: Final[Card] = parse_card("SA")
HEART_QUEEN: Final[Card] = parse_card("HQ")


def jack_of(suit: Suit) -> Card:
    return 13 * suit + RANKS.index("J")


def two_of(suit: Suit) -> Card:
    return 13 * suit


def same_colour(suit: Suit) -> Suit:
    """The other suit of the same colour (spades and clubs, hearts and diamonds)."""
    return 3 - suit


def is_picture(card: Card) -> bool:
    return bool(PICTURES >> card & 1)


def count_pictures(cards: CardSet) -> int:
    """How many picture cards a set holds."""
    return (cards & PICTURES).bit_count()
