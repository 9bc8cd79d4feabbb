"""The preview image of a position for chats: no text but names, the same in every language.

`templates/games/review/picture.svg` draws what the page shows (`games.review.context.Review`) and nothing else; resvg
makes a PNG of it. This module computes only what depends on the number of cards and names.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple
from unicodedata import east_asian_width

import resvg_py
from django.conf import settings
from django.template.loader import render_to_string
from noto_cjk_sans_jp_regular import FONT_PATH

from games.presentation.auction import AuctionRounds
from games.presentation.cards import Face
from games.review.context import HandShown, Review

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 48
MAT_TOP: Final = 130
NAMES: Final = 190
"""The room for a name left of a row of cards."""
NAME_SIZE: Final = 28
FONT: Final[dict[str, Any]] = {"font_files": [str(FONT_PATH)], "font_family": "Noto Sans CJK JP"}
# The pages let their style sheets tint the details of a symbol; resvg knows no custom properties.
TINTS: Final = {"gilt": "#9f7829", "accent": "#b8341c", "cockade": "#f5f0e4"}


class CardRow(NamedTuple):
    """Cards side by side, each with its left edge; they overlap where there is no room."""

    name: str
    cards: list[tuple[int, Face]]
    top: int
    width: int
    height: int
    """Less than that of a whole card if the row is cropped."""

    @property
    def baseline(self) -> int:
        """Where the name is written, beside the middle of the cards."""
        return self.top + self.height // 2 + 10


def review_picture(page: Review) -> bytes:
    """Draw the position as PNG."""
    svg = render_to_string("games/review/picture.svg", picture_context(page))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **FONT))


def picture_context(page: Review) -> dict[str, Any]:
    """The page, and where its parts lie."""
    context = {"page": page, "symbols": symbols("cards.svg"), "contract": page.result or page.contract}
    if page.sides:
        context |= _cells(page.sides.cells, page.sides.goal)
    if page.result:
        return context | {"points": _points(page)}
    if page.trick:
        places = page.trick.places
        context["lying"] = _columns([(place.name, place) for place in places])
        context["card_width"] = min(168, round((WIDTH - 2 * MARGIN) / len(places)) - 16)
    elif page.widow:
        left = (WIDTH - 168 * len(page.widow)) // 2
        context["rows"] = [_row("", page.widow, 187, 160, left)]
    elif page.bids and any(call.bid for calls in page.bids.rounds for call in calls):
        context["columns"] = _bids(page.bids)
    else:
        return context | {"rows": _open_hands(page.hands)}
    return context | {"hand": _hand(page.hands)}


@cache
def symbols(file: str) -> str:
    """The symbols of the pages, tinted."""
    sprite = (Path(settings.BASE_DIR) / "static" / file).read_text("utf-8")
    inside = sprite[sprite.index("<symbol") : sprite.rindex("</svg>")]
    return re.sub(r"var\(--(\w+),[^)]*\)", lambda match: TINTS[match[1]], inside)


def fitting(name: str, room: float, size: int = NAME_SIZE) -> str:
    """The part of the name that fits: a Japanese letter is as wide as high, any other about half as wide.

    >>> fitting("Funabashi", 100), fitting("千恵", 40)
    ('Funaba', '千')
    """
    widths = accumulate(size * (1 if east_asian_width(x) in "WF" else 0.58) for x in name)
    return "".join(x for x, width in zip(name, widths, strict=True) if width <= room)


def _cells(cells: list[str], goal: int) -> dict[str, Any]:
    """A cell for each picture or trick, and the mark of the goal."""
    step = min(30, 600 // len(cells))
    left = WIDTH - MARGIN - step * len(cells)
    placed = [(left + place * step, cell) for place, cell in enumerate(cells)]
    return {"cells": placed, "cell_width": step - 4, "goal_x": left + goal * step - 4}


def _columns(named: Sequence[tuple[str, Any]]) -> list[tuple[int, str, Any]]:
    """The middle of each column, its name and its content."""
    step = (WIDTH - 2 * MARGIN) / len(named)
    return [
        (round(MARGIN + step * (number + 0.5)), fitting(name, step - 8), content)
        for number, (name, content) in enumerate(named)
    ]


def _bids(bids: AuctionRounds) -> list[tuple[int, str, Any]]:
    """The last rounds of the auction, a column for each seat."""
    return _columns(list(zip(bids.names, zip(*bids.rounds[-4:], strict=True), strict=True)))


def _row(
    name: str, faces: list[Face], top: int, width: int, left: int = MARGIN + NAMES, height: int = HEIGHT
) -> CardRow:
    step = min(width + 8, (WIDTH - MARGIN - left - width) / max(1, len(faces) - 1))
    cards = [(round(left + place * step), face) for place, face in enumerate(faces)]
    return CardRow(fitting(name, NAMES - 10), cards, top, width, min(height, round(width * 1.4)))


def _open_hands(hands: list[HandShown]) -> list[CardRow]:
    """All open hands in rows, while no card is on the table."""
    room = (HEIGHT - MAT_TOP - 24) // max(1, len(hands))
    width = min(110, round(room / 0.86))
    return [
        _row(hand.seat.name, hand.faces, MAT_TOP + 18 + room * place, width, height=room - 12)
        for place, hand in enumerate(hands)
    ]


def _hand(hands: list[HandShown]) -> CardRow | None:
    """The declarer's hand, or the hand of the seat whose knowledge is shown."""
    shown = next((hand for hand in hands if hand.seat.is_declarer), hands[0] if hands else None)
    return _row(shown.seat.name, shown.faces, HEIGHT - 148, 94) if shown else None


def _points(page: Review) -> list[tuple[int, str, int, bool]]:
    """Each player's line of the result: its height, name, points, and whether they declared."""
    rows = page.result.rows if page.result else []
    step = min(74, (HEIGHT - MAT_TOP - 60) // max(1, len(rows)))
    return [
        (MAT_TOP + 74 + place * step, fitting(row.name, 340, 38), row.points, row.is_declarer)
        for place, row in enumerate(rows)
    ]
