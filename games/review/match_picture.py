"""The picture of a finished match to share: the winner, everybody's points, and how they came about deal by deal.

Like the picture of a position it has no text but names and numbers. It is made from a view, as the score sheet is, and
shows nothing that is not there.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

import resvg_py
from django.template.loader import render_to_string

from games.kernel.replay import SeatHistory
from games.presentation.reader import Reader, reader_of
from games.review.picture import FONT, HEIGHT, MARGIN, WIDTH, fitting, symbols
from napoleon.engine import PlayerView
from players.faces import HUE_STEP

TOP: Final = 232
"""Where the points begin, below the winner."""
CHART_RIGHT: Final = 600
ROWS_LEFT: Final = 656
MOST_WINNERS: Final = 3
"""More have no room for their faces."""


class DrawnFace(NamedTuple):
    symbols: tuple[str, ...]
    hue: int | None
    """In degrees; None for a bot."""


class Standing(NamedTuple):
    """A player's line: from deal to deal in the chart, then to their row."""

    name: str
    face: DrawnFace | None
    points: int
    is_winner: bool
    y: int
    line: str
    """The points of a polyline."""


def match_picture(view: PlayerView, history: SeatHistory, ended_at: Mapping[int, int]) -> bytes:
    """Draw the match as PNG; ``ended_at`` has the last event of each deal."""
    svg = render_to_string("games/review/match_picture.svg", match_picture_context(view, history, ended_at))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, **FONT))


def match_picture_context(view: PlayerView, history: SeatHistory, ended_at: Mapping[int, int]) -> dict[str, Any]:
    reader = reader_of(view, history.at(max(ended_at.values(), default=0)), history, ended_at).of_match()
    sums = _sums(view)
    best = max(view.scores)
    order = sorted(range(reader.players), key=lambda seat: (-view.scores[seat], seat))
    step = (HEIGHT - TOP - 24) // reader.players
    heights = _heights(sums)
    rows = [
        Standing(
            name=fitting(reader.names[seat], 330, 30),
            face=_face(reader, seat),
            points=view.scores[seat],
            is_winner=view.scores[seat] == best,
            y=(y := TOP + step * place + step // 2),
            line=_line(heights[seat], y),
        )
        for place, seat in enumerate(order)
    ]
    winners = [row for row in rows if row.is_winner]
    faces = [row.face for row in winners if row.face][:MOST_WINNERS]
    left = MARGIN + 152 * len(faces)
    names = ", ".join(reader.names[seat] for seat in order if view.scores[seat] == best)
    return {
        "symbols": symbols("cards.svg") + symbols("faces.svg"),
        # The winners' lines over the others'.
        "lines": sorted(rows, key=lambda row: row.is_winner),
        "rows": rows,
        "row_size": min(40, step - 8),
        "faces": [(MARGIN + 152 * place, face) for place, face in enumerate(faces)],
        "left": left,
        "winner": fitting(names, WIDTH - MARGIN - left, 60),
        "best": best,
        "zero": heights[-1][0],
    }


def _face(reader: Reader, seat: int) -> DrawnFace | None:
    if bot := reader.bots.get(seat):
        return DrawnFace(bot.symbols, None)
    person = reader.people.get(seat)
    return DrawnFace(person.symbols, person.hue * HUE_STEP) if person else None


def _sums(view: PlayerView) -> list[list[int]]:
    """By seat, the points after each deal that counted, from 0 on."""
    counted = [deal.scores for deal in view.ended if deal.scores]
    return [list(accumulate((scores[seat] for scores in counted), initial=0)) for seat in range(view.rules.players)]


def _heights(sums: Sequence[Sequence[int]]) -> list[list[int]]:
    """Where these points are in the chart, and last of all where 0 is."""
    every = [points for own in sums for points in own]
    low, high = min(every), max(every)
    room = HEIGHT - TOP - 64
    scale = room / max(1, high - low)
    return [[round(TOP + 20 + (high - points) * scale) for points in own] for own in [*sums, [0]]]


def _line(heights: Sequence[int], row: int) -> str:
    width = (CHART_RIGHT - MARGIN) / max(1, len(heights) - 1)
    points = [(round(MARGIN + width * turn), height) for turn, height in enumerate(heights)]
    return " ".join(f"{x},{y}" for x, y in [*points, (ROWS_LEFT - 12, row)])
