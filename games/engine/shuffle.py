"""The verifiable shuffle and the deal, as pure functions of their seeds (docs/shuffle.md).

Nobody at the table can have chosen the cards: before the seats fill, the site shows the `commitment` to a
secret; then every seat contributes a seed; the pack of each deal follows from all of them. When the match
is over the secret is told, and anyone can redo every deal.

>>> from games.engine import names, rules_from_json, start
>>> seeds = Seeds(secret=bytes(32), game="example", seats=("a", "b", "c", "d", "e"))
>>> rules = rules_from_json({"preset": "gurunapo"})
>>> deal = next_deal_event(start(rules), seeds, first_dealer=0)
>>> deal.hands[1].bit_count(), names(deal.widow)
(10, ['ST', 'S3', 'D3'])
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from .cards import Card, cards_in
from .events import Deal
from .match import End, Match, next_deal, pack
from .nap import NapResult
from .rules import NapRules, Rules

VERSION: Final = "napoleon-shuffle-1"
SECRET_BYTES: Final = 32
_WORD: Final = 2**32


class Seeds(NamedTuple):
    """All that the packs of a match follow from."""

    secret: bytes
    """32 bytes from the operating system, hidden until the match is over."""
    game: str
    """The game's identifier: no two games share their packs, whatever their seeds."""
    seats: tuple[str, ...]
    """What each seat contributed, any text."""


def commitment(secret: bytes) -> str:
    """What is shown before the seats fill: SHA-256 of the secret, in hexadecimal."""
    return sha256(secret).hexdigest()


def words(seeds: Seeds, deal: int) -> Iterator[int]:
    """The stream of 32-bit numbers from which deal number ``deal`` is shuffled or cut.

    Block n is SHA-256 of these lines, joined by line feeds: the version, the secret in hexadecimal, the
    game, the deal's number, n (from 0), and for each seat the SHA-256 of its seed in hexadecimal. Each
    block gives eight words, big-endian.
    """
    contributed = [sha256(seed.encode()).hexdigest() for seed in seeds.seats]
    block = 0
    while True:
        lines = [VERSION, seeds.secret.hex(), seeds.game, str(deal), str(block), *contributed]
        digest = sha256("\n".join(lines).encode()).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """A number from 0 to ``bound`` - 1, each equally likely: words that would favour some are passed over."""
    fair = _WORD - _WORD % bound
    for word in stream:
        if word < fair:
            return word % bound
    raise ValueError("the stream ended")


def shuffled(rules: Rules, seeds: Seeds, deal: int) -> tuple[Card, ...]:
    """The pack of a deal: Fisher–Yates from the last card down, starting from clubs 2 … A, diamonds, hearts,
    spades, the joker last."""
    cards = cards_in(pack(rules))
    stream = words(seeds, deal)
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def gathered(previous: tuple[Card, ...], end: End) -> tuple[Card, ...]:
    """The pack as it lies after a deal that is not shuffled (seed 002, local rule 2).

    The played cards trick by trick in the order of play, then the rest as it lay in the pack before.
    """
    played = [card for trick in getattr(end, "tricks", ()) for card in trick.cards]
    gone = set(played)
    rest = [card for card in previous if card not in gone]
    return (*played, *rest)


def cut(cards: tuple[Card, ...], seeds: Seeds, deal: int) -> tuple[Card, ...]:
    """The pack cut once: the upper part, of 1 to all but one card, goes below."""
    place = 1 + below(words(seeds, deal), len(cards) - 1)
    return cards[place:] + cards[:place]


def deal_out(rules: Rules, cards: tuple[Card, ...], number: int, dealer: int) -> Deal:
    """Deal from the top of the pack, the seat left of the dealer first, the widow last.

    Each seat gets its whole hand at once; under ``no_shuffle`` three cards each and then two.
    """
    hands = [0] * rules.players
    packets = (3, 2) if isinstance(rules, NapRules) and rules.no_shuffle else (rules.hand_size,)
    top = iter(cards)
    for packet in packets:
        for turn in range(1, rules.players + 1):
            for _ in range(packet):
                hands[(dealer + turn) % rules.players] |= 1 << next(top)
    widow = 0
    for _ in range(rules.widow_size):
        widow |= 1 << next(top)
    return Deal(number, dealer, tuple(hands), widow)


def packs(rules: Rules, seeds: Seeds, ended: tuple[End, ...]) -> tuple[Card, ...]:
    """The pack of the deal that follows those that have ended (only ``no_shuffle`` looks at them)."""
    fresh = max((n for n, end in enumerate(ended, 1) if _high_and_made(end)), default=0)
    cards = shuffled(rules, seeds, fresh + 1)
    for number, end in enumerate(ended[fresh:], fresh + 1):
        cards = cut(gathered(cards, end), seeds, number + 1)
    return cards


def _high_and_made(end: End) -> bool:
    """A nap or higher that was made: the one thing after which the pack is shuffled again."""
    high = ("nap", "wellington", "blucher")
    return isinstance(end, NapResult) and end.made and end.deal.bid in high


def next_deal_event(match: Match, seeds: Seeds, *, first_dealer: int) -> Deal:
    """The deal that is due in the match. Raises `ValueError` if none is."""
    due = next_deal(match)
    if due is None:
        raise ValueError("no deal is due")
    dealer = first_dealer if due.dealer is None else due.dealer
    if isinstance(match.rules, NapRules) and match.rules.no_shuffle:
        cards = packs(match.rules, seeds, match.ended)
    else:
        cards = shuffled(match.rules, seeds, due.number)
    return deal_out(match.rules, cards, due.number, dealer)
