"""The picture of somebody's boards to share: how each square came out, and nothing of the cards.

Like the picture of a match it has no text but names and numbers.
"""

from typing import Any, Final

import resvg_py
from django.template.loader import render_to_string

from games.boards.context import BoardSetPage
from games.review.match_picture import DrawnFace
from games.review.picture import FONT, MARGIN, WIDTH, fitting, symbols
from players.faces import HUE_STEP

LARGEST: Final = 200
"""The side of a square where there is room."""
MIDDLE: Final = 382
FACE_ROOM: Final = 156


def result_picture(page: BoardSetPage) -> bytes:
    """Draw the reader's own boards as PNG."""
    svg = render_to_string("games/boards/result_picture.svg", picture_context(page))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **FONT))


def picture_context(page: BoardSetPage) -> dict[str, Any]:
    step = (WIDTH - 2 * MARGIN) // len(page.boards)
    side = min(LARGEST, step - 24)
    left = (WIDTH - step * (len(page.boards) - 1) - side) // 2
    user, board_set = page.own.user if page.own else None, page.board_set
    return {
        "symbols": symbols("cards.svg") + symbols("faces.svg"),
        "face": DrawnFace(user.face.symbols, user.face.hue * HUE_STEP) if user else None,
        "name": fitting(str(user or ""), WIDTH - 2 * MARGIN - FACE_ROOM, 60),
        "day": board_set.day.isoformat() if board_set.day else "",
        "place": page.place if board_set.closed_at else None,
        "members": page.done,
        "squares": [(left + step * n, line) for n, line in enumerate(page.boards)],
        "side": side,
        "half": side // 2,
        "top": MIDDLE - side // 2,
        "centre": MIDDLE,
        "numbers": MIDDLE + side // 2 + 52,
    }
