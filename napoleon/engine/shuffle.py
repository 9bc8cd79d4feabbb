"""The verifiable shuffle and the deal, as pure functions of their seeds (docs/shuffle.md).

Nobody at the table can choose the cards. Before the seats fill, the site shows the `commitment` to a secret. Then
every seat contributes a seed, and the pack of each deal follows from the secret and all seeds. When the match is
over the secret is shown, and anyone can redo every deal.

>>> from napoleon.engine import names, rules_from_json, start
>>> seeds = Seeds(secret=bytes(32), game="example", seats=("a", "b", "c", "d", "e"))
>>> rules = rules_from_json({"preset": "gurunapo"})
>>> deal = next_deal_event(start(rules), seeds, first_dealer=0)
>>> deal.hands[1].bit_count(), names(deal.widow)
(10, ['ST', 'S3', 'D3'])
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from .cards import Card, cards_in
from .deal import PassedOut
from .events import Deal
from .match import Match, next_deal, pack
from .rules import Rules
from .variants import End

VERSION: Final = "napoleon-shuffle-1"
SECRET_BYTES: Final = 32
_WORD: Final = 2**32


class Seeds(NamedTuple):
    """Everything that determines the packs of a match."""

    secret: bytes
    """32 bytes from the operating system, hidden until the match is over."""
    game: str
    """The identifier of the game, so that two games never share their packs."""
    seats: tuple[str, ...]
    """The seed of each seat: any text."""


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret in hexadecimal, shown before the seats fill."""
    return sha256(secret).hexdigest()


def words(seeds: Seeds, number: int) -> Iterator[int]:
    """The stream of 32-bit numbers from which the deal of this number is shuffled or cut.

    Block n is SHA-256 of these lines, joined by line feeds: the version, the secret in hexadecimal, the
    game, the deal's number, n (from 0), and for each seat the SHA-256 of its seed in hexadecimal. Each
    block gives eight words, big-endian.
    """
    contributed = [sha256(seed.encode()).hexdigest() for seed in seeds.seats]
    block = 0
    while True:
        lines = [VERSION, seeds.secret.hex(), seeds.game, str(number), str(block), *contributed]
        digest = sha256("\n".join(lines).encode()).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """A number from 0 to ``bound`` - 1, each equally likely. Words that would favour some numbers are skipped."""
    fair = _WORD - _WORD % bound
    for word in stream:
        if word < fair:
            return word % bound
    raise ValueError("the stream ended")


def shuffled(rules: Rules, seeds: Seeds, number: int) -> tuple[Card, ...]:
    """The pack of a deal: Fisher–Yates from the last card down, starting from clubs 2 … A, diamonds, hearts,
    spades, the jokers last."""
    cards = cards_in(pack(rules))
    stream = words(seeds, number)
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def gathered(previous: tuple[Card, ...], end: End) -> tuple[Card, ...]:
    """The pack as the players collect it for a deal that is not shuffled (seed 002, local rule 2).

    The played cards trick by trick in the order of play, then the rest as it lay in the pack before.
    """
    tricks = () if isinstance(end, PassedOut) else end.tricks
    played = [card for trick in tricks for card in trick.cards]
    gone = set(played)
    rest = [card for card in previous if card not in gone]
    return (*played, *rest)


def cut(cards: tuple[Card, ...], seeds: Seeds, number: int) -> tuple[Card, ...]:
    """The pack cut once: the upper part, of 1 to all but one card, goes below."""
    place = 1 + below(words(seeds, number), len(cards) - 1)
    return cards[place:] + cards[:place]


def deal_out(rules: Rules, cards: tuple[Card, ...], number: int, dealer: int) -> Deal:
    """Deal from the top of the pack, the seat left of the dealer first, the widow last.

    Each seat gets its whole hand at once; under ``no_shuffle`` three cards each and then two.
    """
    hands = [0] * rules.players
    packets = (3, 2) if rules.no_shuffle else (rules.hand_size,)
    top = iter(cards)
    for packet in packets:
        for turn in range(1, rules.players + 1):
            for _ in range(packet):
                hands[(dealer + turn) % rules.players] |= 1 << next(top)
    widow = 0
    for _ in range(rules.widow_size):
        widow |= 1 << next(top)
    return Deal(number, dealer, tuple(hands), widow)


def pack_after(rules: Rules, seeds: Seeds, ended: tuple[End, ...]) -> tuple[Card, ...]:
    """The pack of the deal that comes after these under ``no_shuffle``."""
    fresh = max((n for n, end in enumerate(ended, 1) if end.reshuffles), default=0)
    cards = shuffled(rules, seeds, fresh + 1)
    for number, end in enumerate(ended[fresh:], fresh + 1):
        cards = cut(gathered(cards, end), seeds, number + 1)
    return cards


def next_deal_event(match: Match, seeds: Seeds, *, first_dealer: int) -> Deal:
    """The deal that is due in the match. Raises `ValueError` if none is due."""
    due = next_deal(match)
    if due is None:
        raise ValueError("no deal is due")
    dealer = first_dealer if due.dealer is None else due.dealer
    if match.rules.no_shuffle:
        cards = pack_after(match.rules, seeds, match.ended)
    else:
        cards = shuffled(match.rules, seeds, due.number)
    return deal_out(match.rules, cards, due.number, dealer)
