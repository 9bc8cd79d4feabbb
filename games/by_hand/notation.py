"""What a scribe types: cards and bids in short codes, read as kindly as can be and written back in one way.

>>> write_cards(read_trick("sa 3 ♥2 s10 jk"))
'SA S3 H2 ST JK'
>>> write_cards(read_set("s akj4 h q 10 jk"))
'SA SK SJ S4 HQ HT JK'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.engine import NapoleonRules, Rules
from games.engine.cards import CARD_NAMES, JOKER, SUITS, TRUMPS, Card, Suit, parse_card
from games.engine.events import NAP_BIDS, NapBid

UNKNOWN: Final = "?"
"""What stands for cards that nobody knows."""
PASS: Final = "P"
REST: Final = "REST"
"""All others pass."""


class Unreadable(Exception):
    """A word that says nothing here: ``reason`` is a code of `wording`."""

    def __init__(self, reason: str, word: str) -> None:
        super().__init__(reason, word)
        self.reason = reason
        self.word = word


class Named(NamedTuple):
    """A card, with the suit that a led joker names."""

    card: Card
    suit: Suit | None = None


class Said(NamedTuple):
    """A declaration: a pass, a bid at Napoleon, or one at Nap."""

    count: int = 0  # type: ignore[assignment]  # the record's word for it
    trump: Suit = 0
    nap: NapBid | None = None

    @property
    def is_pass(self) -> bool:
        return not self.count and self.nap is None


_SIGNS: Final = str.maketrans("♠♤♥♡♦♢♣♧★", "SSHHDDCCX")
_BETWEEN: Final = re.compile(r"[\s,;、。・|.]+")
_JOKER: Final = re.compile(r"(?:JK|JOKER|ジョーカー|X)(?:[=:]?([SHDC]))?")
_CARDS: Final = re.compile(r"([SHDC]?)((?:10|[2-9TJQKA0])*)")
_RANK: Final = re.compile(r"10|.")


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).upper().translate(_SIGNS)


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(_plain(text)) if word]


def read_trick(text: str) -> list[Named]:
    """Cards in the order of play. A rank alone is of the led suit."""
    cards: list[Named] = []
    for word in _words(text):
        led = _suit_led(cards[0]) if cards else None
        cards += _read_word(word, led)
    return cards


def read_set(text: str) -> list[Named]:
    """Cards of a hand. A rank alone is of the suit that was named last."""
    cards: list[Named] = []
    suit: Suit | None = None
    for word in _words(text):
        if word in SUITS:
            suit = SUITS.index(word)
            continue
        cards += _read_word(word, suit)
        if cards[-1].card != JOKER:
            suit = cards[-1].card // 13
    return cards


def _suit_led(first: Named) -> Suit | None:
    if first.card == JOKER:
        return first.suit
    return first.card // 13


def _read_word(word: str, suit: Suit | None) -> Iterator[Named]:
    if joker := _JOKER.fullmatch(word):
        named = joker[1]
        yield Named(JOKER, SUITS.index(named) if named else None)
        return
    found = _CARDS.fullmatch(word)
    if found is None or not found[2]:
        raise Unreadable("unreadable", word)
    letter = found[1] or ("" if suit is None else SUITS[suit])
    if not letter:
        raise Unreadable("no_suit", word)
    for rank in _RANK.findall(found[2]):
        yield Named(parse_card(letter + ("T" if rank in ("10", "0") else rank)))


def write_cards(cards: list[Named]) -> str:
    return " ".join(
        CARD_NAMES[card] if suit is None else f"{CARD_NAMES[card]}={SUITS[suit]}"
        for card, suit in cards
    )


# --- The auction ---

_BID: Final = re.compile(
    r"(?P<rest>REST|…)|(?P<pass>PASS|パス|P|-)"
    r"|(?P<count>\d{1,2})\s*(?P<trump>NT?|[SHDC])|(?P<first>NT?|[SHDC])\s*(?P<then>\d{1,2})"
)
_NAP_WORDS: Final[dict[str, NapBid]] = {
    "2": "two",
    "3": "three",
    "M": "misere",
    "MIS": "misere",
    "MISÈRE": "misere",
    "4": "four",
    "5": "nap",
    "N": "nap",
    "W": "wellington",
    "B": "blucher",
    "BLÜCHER": "blucher",
    **{word.upper(): word for word in NAP_BIDS},
}
_PASSES: Final = (PASS, "PASS", "パス", "-")
_ALL_REST: Final = (REST, "…", "...")


def read_auction(rules: Rules, text: str) -> list[Said | None]:
    """Declarations in their order; None where all others pass."""
    if isinstance(rules, NapoleonRules):
        return list(_read_bids(_plain(text)))
    # The full stop of "..." is none between words here.
    return [_read_nap_bid(word) for word in re.split(r"[\s,;、。・|]+", _plain(text)) if word]


def _read_bids(text: str) -> Iterator[Said | None]:
    text, place = text.replace("...", "…"), 0
    while place < len(text):
        if gap := _BETWEEN.match(text, place):
            place = gap.end()
            continue
        found = _BID.match(text, place)
        if found is None:
            raise Unreadable("unreadable", _BETWEEN.split(text[place:])[0])
        place = found.end()
        yield _said(found)


def _said(found: re.Match[str]) -> Said | None:
    if found["rest"]:
        return None
    if found["pass"]:
        return Said()
    trump = found["trump"] or found["first"]
    count = int(found["count"] or found["then"])
    if not count:
        raise Unreadable("unreadable", found[0])
    return Said(count, TRUMPS.index(trump[0]))


def _read_nap_bid(word: str) -> Said | None:
    if word in _ALL_REST:
        return None
    if word in _PASSES:
        return Said()
    if word not in _NAP_WORDS:
        raise Unreadable("unreadable", word)
    return Said(nap=_NAP_WORDS[word])


def write_auction(said: list[Said]) -> str:
    return " ".join(map(_write_said, said))


def _write_said(said: Said) -> str:
    if said.is_pass:
        return PASS
    return said.nap or f"{said.count}{TRUMPS[said.trump]}"
