"""The colours of the suits: told apart by people with any colour deficiency, and dark or light enough to read."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.support.colour_vision import DEFICIENCIES, contrast, difference, seen

ROOT = Path(__file__).resolve().parents[2]
DOC = ROOT / "docs" / "benchmarks.md"
CSS = (ROOT / "static" / "css" / "tokens.css").read_text()

# By where the suits stand: the colours of spades, hearts, diamonds and clubs, and what lies behind them.
FOUR = {
    "in text": ({"S": "ink", "H": "H", "D": "D", "C": "C"}, ("paper", "raised", "mat-lit")),
    "on cards": ({"S": "card-black", "H": "card-scarlet", "D": "card-blue", "C": "card-green"}, ("card-face",)),
    "on cards that cannot be played": (
        {"S": "pale-black", "H": "pale-scarlet", "D": "pale-blue", "C": "pale-green"},
        ("pale-face",),
    ),
}
TWO = {
    "in text": ({"black": "ink", "red": "vermilion"}, ("paper", "raised", "mat-lit")),
    "on cards": ({"black": "card-black", "red": "card-red"}, ("card-face",)),
    "on cards that cannot be played": ({"black": "pale-black", "red": "pale-red"}, ("pale-face",)),
}
PALE = "on cards that cannot be played"
SCHEMES = ("light", "dark")


def colour(name: str, scheme: str) -> str:
    """The value of a custom property; the last that the file gives, except for one that refers to another."""
    found = re.findall(rf"--{name}: (light-dark\((#\w+), (#\w+)\)|(#\w+));", CSS)
    _whole, light, dark, both = found[-1] if name != "ink" else found[0]
    return both or (light if scheme == "light" else dark)


def palettes() -> Iterator[tuple[str, str, str, dict[str, str], list[str]]]:
    for style, places in (("four", FOUR), ("two", TWO)):
        for place, (suits, grounds) in places.items():
            for scheme in SCHEMES:
                colours = {suit: colour(name, scheme) for suit, name in suits.items()}
                yield style, place, scheme, colours, [colour(one, scheme) for one in grounds]


def least(colours: dict[str, str], deficiency: str) -> float:
    """The smallest difference between any two suits."""
    return min(
        difference(seen(one, deficiency), seen(other, deficiency)) for one, other in combinations(colours.values(), 2)
    )


EVERY = list(palettes())
NAMES = [" ".join(one[:3]) for one in EVERY]


@pytest.mark.parametrize(("style", "place", "scheme", "colours", "grounds"), EVERY, ids=NAMES)
def test_they_are_told_apart(style: str, place: str, scheme: str, colours: dict[str, str], grounds: list[str]) -> None:
    enough = 9.5 if place == PALE else 14.9
    assert {kind: least(colours, kind) >= enough for kind in DEFICIENCIES} == dict.fromkeys(DEFICIENCIES, True)


@pytest.mark.parametrize(("style", "place", "scheme", "colours", "grounds"), EVERY, ids=NAMES)
def test_they_can_be_read(style: str, place: str, scheme: str, colours: dict[str, str], grounds: list[str]) -> None:
    """As text, 4.5 : 1; what cannot be played is no text that has to be, but still a sign: 3 : 1."""
    enough = 3 if place == PALE else 4.5
    ratios = {suit: min(contrast(one, ground) for ground in grounds) for suit, one in colours.items()}
    assert all(ratio >= enough for ratio in ratios.values()), ratios


def test_the_docs_say_the_figures() -> None:
    rows = [
        f"| {style} colours {place}, {scheme} | "
        + " | ".join(f"{least(colours, kind):.1f}" for kind in DEFICIENCIES)
        + " |"
        for style, place, scheme, colours, _grounds in EVERY
    ]
    text = DOC.read_text()
    assert [row for row in rows if row not in text] == []


def test_the_difference_is_that_of_the_standard() -> None:
    """Pairs of Sharma, Wu and Dalal (2005), table 1."""
    pairs = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ]
    for one, other, expected in pairs:
        assert difference(one, other) == pytest.approx(expected, abs=1e-4)


def test_grey_stays_grey() -> None:
    """Rows of each matrix add up to one: what has no colour has none for anybody."""
    for kind in DEFICIENCIES:
        _lightness, a, b = seen("#808080", kind)
        assert abs(a) + abs(b) < 0.1
