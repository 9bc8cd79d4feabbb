"""Pictures drawn on the server: outlines of SVG paths, symbols, cards, and letters as far as there are any."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from django.conf import settings

from games.engine.cards import CARD_NAMES
from games.review import picture_cards
from games.review.picture_symbols import outlines, symbol

SPRITE = Path(settings.BASE_DIR) / "static" / "cards.svg"


def box(path: str) -> tuple[int, int, int, int]:
    """How far the outlines of a path reach: left, top, right, bottom."""
    points = [point for shape in outlines(path) for point in shape]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))


@pytest.mark.parametrize(
    ("path", "reaches"),
    [
        ("M1 2h8v5h-8z", (1, 2, 9, 7)),
        ("M1 2H9V7H1z", (1, 2, 9, 7)),
        ("m1 2 8 0 0 5z", (1, 2, 9, 7)),
        ("M0 0C0 10 10 10 10 0z", (0, 0, 10, 8)),
        ("M0 0c0 10 10 10 10 0s10-10 10 0z", (0, -8, 20, 8)),
        ("M0 5A5 5 0 0 1 10 5z", (0, 0, 10, 5)),
        ("M0 5A5 5 0 0 0 10 5z", (0, 5, 10, 10)),
    ],
)
def test_outlines(path: str, reaches: tuple[int, int, int, int]) -> None:
    assert box(path) == reaches


def test_points_of_an_arc_lie_on_its_circle() -> None:
    (shape,) = outlines("M0 5A5 5 0 0 1 10 5z")
    assert all(math.isclose(math.dist(point, (5, 5)), 5, abs_tol=1e-6) for point in shape)


def test_every_filled_symbol_of_the_pages_can_be_drawn() -> None:
    names = re.findall(r'<symbol id="((?:suit|head)-\w|cap|star|bicorne)"', SPRITE.read_text())
    assert len(names) == 10
    for name in names:
        picture = symbol(name, 64, "#123456", ("gilt", "#abcdef"))
        colours = {colour for _count, colour in picture.getcolors(10_000) or []}
        assert (0x12, 0x34, 0x56, 255) in colours


@pytest.mark.parametrize("pale", [False, True])
def test_every_card_differs_from_every_other(pale: bool) -> None:
    drawn = {picture_cards.card(code, 60, pale=pale).tobytes() for code in CARD_NAMES}
    assert len(drawn) == len(CARD_NAMES)


def test_letters_that_no_font_has_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_cards, "_wide_font", lambda: None)
    assert picture_cards.font_for("千恵", 20) is None
    assert picture_cards.font_for("Zoë 12", 20) is not None
