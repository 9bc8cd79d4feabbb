"""The short codes for cards and bids: read leniently as the scribe types them, written back in one form.

>>> write_cards(read_trick("sa 3 ♥2 s10 jk"))
'SA S3 H2 ST JK'
>>> write_cards(read_set("s akj4 h q 10 jk"))
'SA SK SJ S4 HQ HT JK'
>>> write_cards(read_trick("c3! jb 4"))
'C3! JB C4'
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.presentation.typed_cards import plain
from napoleon.engine import NapoleonRules, Rules
from napoleon.engine.cards import CARD_NAMES, JOKER, SECOND_JOKER, SUITS, TRUMPS, Card, Suit, is_joker, parse_card
from napoleon.engine.events import NAP_BIDS, NapBid

UNKNOWN: Final = "?"
"""Unknown cards."""
PASS: Final = "P"
REDEAL: Final = "REDEAL"
"""A hand is thrown in."""
NO_RAISE: Final = "-"
CALLS: Final = "!"
"""After a led card: it calls the joker, where its player says whether it does."""
REST: Final = "REST"
"""All others pass."""


class Unreadable(Exception):
    """A word that cannot be read; ``reason`` is a code of `error_messages`."""

    def __init__(self, reason: str, word: str) -> None:
        super().__init__(reason, word)
        self.reason = reason
        self.word = word


class Named(NamedTuple):
    """A card, the suit if it is a led joker that names one, and whether its player says that it calls the joker."""

    card: Card
    suit: Suit | None = None
    calls_joker: bool = False


class AuctionWord(NamedTuple):
    """A declaration: a pass, a bid at Napoleon, one at Nap, or a hand that is thrown in."""

    count: int = 0  # type: ignore[assignment]  # the record's word for it
    trump: Suit = 0
    nap: NapBid | None = None
    redeal: bool = False

    @property
    def is_pass(self) -> bool:
        return not self.count and self.nap is None and not self.redeal


_BETWEEN: Final = re.compile(r"[\s,;、。・|.]+")
_JOKER: Final = re.compile(
    r"(?:(?P<second>JB|(?:JOKER|ジョーカー|X)2)|JK|JOKER|ジョーカー|X)(?:[=:]?(?P<named>[SHDC]))?"
)
_CARDS: Final = re.compile(r"([SHDC]?)((?:10|[2-9TJQKA0])*)")
# The rank before the suit, as many say it: one card only, for the letters of suits are none of ranks.
_RANK_FIRST: Final = re.compile(r"(10|[2-9TJQKA0])([SHDC])")
_RANK: Final = re.compile(r"10|.")


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(plain(text)) if word]


def read_trick(text: str) -> list[Named]:
    """The cards of a trick in the order of play. A rank without a suit takes the led suit."""
    cards: list[Named] = []
    for word in _words(text):
        led = _suit_led(cards[0]) if cards else None
        cards += _read_word(word, led)
    return cards


def read_set(text: str) -> list[Named]:
    """The cards of a hand. A rank without a suit takes the suit named last."""
    cards: list[Named] = []
    suit: Suit | None = None
    for word in _words(text):
        if word in SUITS:
            suit = SUITS.index(word)
            continue
        cards += _read_word(word, suit)
        if not is_joker(cards[-1].card):
            suit = cards[-1].card // 13
    return cards


def _suit_led(first: Named) -> Suit | None:
    return first.suit if is_joker(first.card) else first.card // 13


def _read_word(word: str, suit: Suit | None) -> Iterator[Named]:
    if joker := _JOKER.fullmatch(word):
        named = joker["named"]
        yield Named(SECOND_JOKER if joker["second"] else JOKER, SUITS.index(named) if named else None)
        return
    if word.endswith(CALLS):
        *before, caller = _read_word(word.removesuffix(CALLS), suit)
        yield from (*before, caller._replace(calls_joker=True))
        return
    if turned := _RANK_FIRST.fullmatch(word):
        word = turned[2] + turned[1]
    group = _CARDS.fullmatch(word)
    if group is None or not group[2]:
        raise Unreadable("no_card", word)
    letter = group[1] or ("" if suit is None else SUITS[suit])
    if not letter:
        raise Unreadable("no_suit", word)
    for rank in _RANK.findall(group[2]):
        yield Named(parse_card(letter + ("T" if rank in ("10", "0") else rank)))


def write_cards(cards: list[Named]) -> str:
    return " ".join(map(_write_card, cards))


def _write_card(named: Named) -> str:
    suit = "" if named.suit is None else f"={SUITS[named.suit]}"
    return CARD_NAMES[named.card] + suit + (CALLS if named.calls_joker else "")


# --- The auction ---

_BID: Final = re.compile(
    r"(?P<redeal>REDEAL|流し)|(?P<rest>REST|…)|(?P<pass>PASS|パス|P|-)"
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
    "G": "garnet",
    "N": "nap",
    "W": "wellington",
    "B": "blucher",
    "BLÜCHER": "blucher",
    **{word.upper(): word for word in NAP_BIDS},
}
_PASSES: Final = (PASS, "PASS", "パス", "-")
_ALL_REST: Final = (REST, "…", "...")


def read_auction(rules: Rules, text: str) -> list[AuctionWord | None]:
    """The declarations in order; None where all others pass."""
    if isinstance(rules, NapoleonRules):
        return list(_read_bids(plain(text)))
    # "..." stands for passes, so its full stops separate no words.
    return [_read_nap_bid(word) for word in re.split(r"[\s,;、。・|]+", plain(text)) if word]


def _read_bids(text: str) -> Iterator[AuctionWord | None]:
    text, place = text.replace("...", "…"), 0
    while place < len(text):
        if gap := _BETWEEN.match(text, place):
            place = gap.end()
            continue
        match = _BID.match(text, place)
        if match is None:
            raise Unreadable("unreadable", _BETWEEN.split(text[place:])[0])
        place = match.end()
        yield _said(match)


def _said(match: re.Match[str]) -> AuctionWord | None:
    if match["rest"]:
        return None
    if match["redeal"]:
        return AuctionWord(redeal=True)
    if match["pass"]:
        return AuctionWord()
    trump = match["trump"] or match["first"]
    count = int(match["count"] or match["then"])
    if not count:
        raise Unreadable("unreadable", match[0])
    return AuctionWord(count, TRUMPS.index(trump[0]))


def _read_nap_bid(word: str) -> AuctionWord | None:
    if word in _ALL_REST:
        return None
    if word in _PASSES:
        return AuctionWord()
    if word not in _NAP_WORDS:
        raise Unreadable("unreadable", word)
    return AuctionWord(nap=_NAP_WORDS[word])


def read_raise(text: str) -> AuctionWord | None:
    """The new bid; None where the bid was not raised."""
    if text == NO_RAISE:
        return None
    match = _BID.fullmatch(plain(text).strip())
    if match is None or not (match["count"] or match["then"]):
        raise Unreadable("unreadable", text)
    return _said(match)


def write_auction(said: list[AuctionWord]) -> str:
    return " ".join(map(_write_said, said))


def _write_said(said: AuctionWord) -> str:
    if said.is_pass:
        return PASS
    if said.redeal:
        return REDEAL
    return said.nap or f"{said.count}{TRUMPS[said.trump]}"
