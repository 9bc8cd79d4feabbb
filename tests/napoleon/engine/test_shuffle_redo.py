"""The shuffle redone from docs/shuffle.md: `redo` shares nothing with the engine, and both agree with the page."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from napoleon.engine import names, rules_from_json
from napoleon.engine.cards import CARD_NAMES
from napoleon.engine.shuffle import Seeds, below, commitment, cut, deal_out, shuffled, words

PAGE = (Path(__file__).parents[3] / "docs" / "shuffle.md").read_text("utf-8")
GURUNAPO = rules_from_json({"preset": "gurunapo"})


# --- The redo: nothing of the engine from here … ---


def numbers(secret: bytes, game: str, seats: Sequence[str], deal: int) -> Iterator[int]:
    seeds = [sha256(seat.encode()).hexdigest() for seat in seats]
    block = 0
    while True:
        lines = ["napoleon-shuffle-1", secret.hex(), game, str(deal), str(block), *seeds]
        digest = sha256("\n".join(lines).encode()).hexdigest()
        yield from (int(digest[i : i + 8], 16) for i in range(0, 64, 8))
        block += 1


def draw(stream: Iterator[int], bound: int) -> int:
    return next(w for w in stream if w < 2**32 // bound * bound) % bound


def redo(secret: bytes, game: str, seats: Sequence[str], deal: int) -> list[str]:
    pack = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"] + ["JK"]
    stream = numbers(secret, game, seats, deal)
    for i in range(len(pack) - 1, 0, -1):
        j = draw(stream, i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


# --- … to here ---


@pytest.fixture(scope="module")
def vector() -> dict[str, Any]:
    """The worked example of the page."""
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    data: dict[str, Any] = json.loads(block)
    return data


def seeds_of(vector: dict[str, Any]) -> Seeds:
    return Seeds(bytes.fromhex(vector["secret"]), vector["game"], tuple(vector["seats"]))


def test_the_redo_gives_the_worked_example(vector: dict[str, Any]) -> None:
    inputs = seeds_of(vector)
    assert vector["commitment"] == sha256(inputs.secret).hexdigest()
    stream = list(islice(numbers(*inputs, vector["deal"]), 8))
    assert stream == vector["numbers"]
    assert [[52 - i, number % (53 - i)] for i, number in enumerate(stream[:4])] == vector["first exchanges"]
    pack = redo(*inputs, vector["deal"])
    assert " ".join(pack) == vector["pack"]
    for turn in range(1, 6):
        hand, pack = pack[:10], pack[10:]
        assert set(hand) == set(vector["hands"][(vector["dealer"] + turn) % 5].split())
    assert set(pack) == set(vector["widow"].split())
    assert draw(numbers(*inputs, 2), 51) == vector["number below 51 from the stream of deal 2"]


def test_the_hashed_lines_are_those_of_the_page(vector: dict[str, Any]) -> None:
    (lines,) = re.findall(r"```\n(napoleon-shuffle-1\n.*?)\n```", PAGE, re.DOTALL)
    digest = sha256(lines.encode()).hexdigest()
    assert digest == vector["block 0"]
    assert int.from_bytes(bytes.fromhex(digest)[:4], "big") == vector["numbers"][0]


def test_the_engine_gives_the_worked_example(vector: dict[str, Any]) -> None:
    inputs = seeds_of(vector)
    assert commitment(inputs.secret) == vector["commitment"]
    assert list(islice(words(inputs, 1), 8)) == vector["numbers"]
    cards = shuffled(GURUNAPO, inputs, 1)
    assert [CARD_NAMES[card] for card in cards] == vector["pack"].split()
    deal = deal_out(GURUNAPO, cards, 1, vector["dealer"])
    assert [" ".join(names(hand)) for hand in deal.hands] == vector["hands"]
    assert " ".join(names(deal.widow)) == vector["widow"]
    pack = tuple(range(52))
    moved = vector["number below 51 from the stream of deal 2"] + 1
    assert cut(pack, inputs, 2) == pack[moved:] + pack[:moved]


def test_engine_and_redo_agree_on_other_inputs() -> None:
    for deal in range(1, 30):
        inputs = Seeds(sha256(bytes([deal])).digest(), f"卓 {deal}", ("a", "\n", "é" * deal, "", "e"))
        assert [CARD_NAMES[card] for card in shuffled(GURUNAPO, inputs, deal)] == redo(*inputs, deal)


# --- No card has a better chance than another ---


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def critical(cells: int) -> float:
    """What chi-square exceeds once in a thousand tries when all is fair (Wilson and Hilferty)."""
    freedom = cells - 1
    cube: float = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    return cube


@pytest.mark.parametrize("bound", [2, 3, 7, 52, 53])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    stream = words(Seeds(bytes(32), "chi-square", ("a",)), bound)
    assert chi_square(Counter(below(stream, bound) for _ in range(200 * bound)), bound) < critical(bound)


def test_every_place_of_the_pack_is_equally_likely_for_a_card() -> None:
    packs = [shuffled(GURUNAPO, Seeds(bytes(32), str(n), ()), 1) for n in range(500)]
    # Five cards a pack, as if independent: nearly so, and the bound is wide.
    assert chi_square(Counter(pack.index(card) for pack in packs for card in (0, 13, 26, 39, 52)), 53) < critical(53)


@pytest.mark.parametrize("bound", [3, 53, 2**31 + 1])
def test_numbers_that_would_favour_some_cards_are_skipped(bound: int) -> None:
    multiple = 2**32 // bound * bound
    assert below(iter([2**32 - 1, multiple, multiple - 1]), bound) == bound - 1
    assert below(iter([0]), bound) == 0
