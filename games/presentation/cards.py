"""Cards, suits and bids in words and signs, in the reader's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from napoleon.engine import Bid, BidNap, card_name
from napoleon.engine.cards import TRUMPS, Card, CardSet, Suit, cards_in, is_joker, suit_of
from napoleon.engine.view import Mark

_SUIT_WORDS: Final[dict[str, Promise]] = {
    "S": _("spades"),
    "H": _("hearts"),
    "D": _("diamonds"),
    "C": _("clubs"),
    "N": _("no trump"),
}
_RANK_WORDS: Final[dict[str, Promise]] = {
    "A": pgettext_lazy("rank of a card", "ace"),
    "K": pgettext_lazy("rank of a card", "king"),
    "Q": pgettext_lazy("rank of a card", "queen"),
    "J": pgettext_lazy("rank of a card", "jack"),
}
_MARKS: Final[dict[Mark, tuple[Promise, Promise]]] = {
    "mighty": (pgettext_lazy("card mark", "M"), _("mighty")),
    "right_jack": (pgettext_lazy("card mark", "RJ"), _("right jack")),
    "left_jack": (pgettext_lazy("card mark", "LJ"), _("left jack")),
    "joker_call": (pgettext_lazy("card mark", "JC"), _("joker call")),
    "yoromeki": (pgettext_lazy("card mark", "Y"), _("yoromeki")),
    "same_two": (pgettext_lazy("card mark", "2"), _("same-two")),
}
_NAP_BIDS: Final[dict[str, Promise]] = {
    "two": pgettext_lazy("bid at Nap", "two"),
    "three": pgettext_lazy("bid at Nap", "three"),
    "misere": pgettext_lazy("bid at Nap", "misère"),
    "four": pgettext_lazy("bid at Nap", "four"),
    "garnet": pgettext_lazy("bid at Nap", "Sir Garnet"),
    "nap": pgettext_lazy("bid at Nap", "nap"),
    "wellington": pgettext_lazy("bid at Nap", "wellington"),
    "blucher": pgettext_lazy("bid at Nap", "blücher"),
}


@dataclass(frozen=True, slots=True)
class CardMark:
    """A mark on a special card: the sign printed on it, and its name."""

    sign: str
    name: str


Signs = Mapping[Card, tuple[CardMark, ...]]


@dataclass(frozen=True, slots=True)
class Face:
    """A card to be shown."""

    code: str
    label: str
    marks: tuple[CardMark, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True)
class BidWord:
    """A bid: a number of pictures and a trump at Napoleon, a word at Nap."""

    count: int | None = None
    suit: str = ""
    word: str = ""


def suit_word(letter: str) -> str:
    return str(_SUIT_WORDS[letter])


def rank_word(letter: str) -> str:
    return "10" if letter == "T" else str(_RANK_WORDS.get(letter, letter))


def suit_letter(suit: Suit | None) -> str:
    """Return the letter of a suit; empty for None."""
    return "" if suit is None else TRUMPS[suit]


def label(code: str) -> str:
    """Return the spoken name of a card: "ace of spades"."""
    return _label(code, get_language())


@lru_cache(maxsize=256)
def _label(code: str, language: str | None) -> str:
    # Cached: a page names dozens of cards, and each language has only 53.
    if code == "JK":
        return gettext("joker")
    if code == "JB":
        return gettext("second joker")
    return pgettext("a card", "%(rank)s of %(suit)s") % {"rank": rank_word(code[1]), "suit": suit_word(code[0])}


def signs(marks: Iterable[tuple[Card, Mark]]) -> Signs:
    """Return the marks on the cards that are special now; the joker needs none."""
    return _signs(tuple(marks), get_language())


@lru_cache(maxsize=1024)
def _signs(marks: tuple[tuple[Card, Mark], ...], language: str | None) -> Signs:
    marked: dict[Card, tuple[CardMark, ...]] = {}
    for card, mark in marks:
        if mark in _MARKS:
            sign, name = _MARKS[mark]
            marked[card] = (*marked.get(card, ()), CardMark(str(sign), str(name)))
    return MappingProxyType(marked)


def mark_name(mark: Mark) -> str:
    """What a special card is called."""
    return gettext("joker") if mark == "joker" else str(_MARKS[mark][1])


def face(card: Card, signs: Signs | None = None, state: str = "") -> Face:
    return _face(card, signs.get(card, ()) if signs else (), state, get_language())


@lru_cache(maxsize=4096)
def _face(card: Card, marks: tuple[CardMark, ...], state: str, language: str | None) -> Face:
    code = card_name(card)
    return Face(code, label(code), marks, state)


def faces(cards: CardSet, signs: Signs | None = None) -> list[Face]:
    """Return a set of cards, sorted as in a hand."""
    return [face(card, signs) for card in in_hand_order(cards)]


SUIT_ORDER: Final = "SHDC"
"""The order of suits everywhere on the site: as bids outrank each other."""
_BY_COLOUR: Final = "SHCD"
"""Black and red suits alternate, so that neighbours are easy to tell apart."""


class HandOrder(NamedTuple):
    """How a person sorts their own hand. The joker comes last."""

    alternates: bool = False
    """Whether black and red suits alternate."""
    trumps_first: bool = False

    def sorted(self, hand: Iterable[Face], trump: str) -> list[Face]:
        """The cards with the suit ``trump`` first, if that is wished; cards of one suit stay as they are."""
        suits = _BY_COLOUR if self.alternates else SUIT_ORDER
        if self.trumps_first and trump in suits:
            suits = trump + suits.replace(trump, "")
        return sorted(hand, key=lambda card: suits.index(card.code[0]) if card.code[0] != "J" else 4)


USUAL_ORDER: Final = HandOrder()


def in_hand_order(cards: CardSet) -> list[Card]:
    """Sort a set of cards as all readers see it: suits as bids outrank each other, high cards first, the joker last."""
    return sorted(cards_in(cards), key=lambda card: (is_joker(card), SUIT_ORDER.find(TRUMPS[suit_of(card)]), -card))


def bid_word(bid: Bid | BidNap) -> BidWord:
    if isinstance(bid, BidNap):
        return BidWord(word=nap_bid_word(bid.bid))
    return BidWord(bid.count, TRUMPS[bid.trump])


def nap_bid_word(bid: str) -> str:
    return str(_NAP_BIDS[bid])


def bid_text(bid: BidWord) -> str:
    if not bid.suit:
        return bid.word
    return pgettext("a bid", "%(count)s %(suit)s") % {"count": bid.count, "suit": suit_word(bid.suit)}
