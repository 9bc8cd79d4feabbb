"""The picture of a board's results: a bar for each number of points, where somebody had so many."""

from typing import Final, NamedTuple

from games.boards.scoring import Field

WIDTH: Final = 400
HEIGHT: Final = 220
BASE: Final = 172
"""Where the bars stand."""
_TALLEST: Final = 132
_MARGIN: Final = 12
_WIDEST: Final = 40
_ROOM_FOR_LABEL: Final = 30


class Bar(NamedTuple):
    points: int
    times: int
    x: float
    width: float
    height: float
    is_mine: bool
    is_captains: bool
    is_labelled: bool

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)

    @property
    def top(self) -> float:
        return round(BASE - self.height, 1)


class Distribution(NamedTuple):
    bars: list[Bar]
    mean: float
    mean_x: float


def distribution_of(found: Field, own: int | None, captain: int | None) -> Distribution | None:
    """The bars from the fewest points to the most, in scale; None without a result."""
    if not found.histogram:
        return None
    counts = dict(found.histogram)
    if captain is not None:
        counts.setdefault(captain, 0)
    low, high = min(counts), max(counts)
    unit = (WIDTH - 2 * _MARGIN) / (high - low + 1)
    width, highest = min(_WIDEST, unit * 0.8), max(counts.values())

    def centre(points: float) -> float:
        return _MARGIN + (points - low + 0.5) * unit

    bars: list[Bar] = []
    labelled_until = float("-inf")
    for points, count in sorted(counts.items()):
        is_labelled = centre(points) - labelled_until >= _ROOM_FOR_LABEL
        labelled_until = centre(points) if is_labelled else labelled_until
        left, height = round(centre(points) - width / 2, 1), round(_TALLEST * count / highest, 1)
        bars.append(Bar(points, count, left, round(width, 1), height, points == own, points == captain, is_labelled))
    mean = float(found.mean)
    return Distribution(bars, mean, round(centre(mean), 1))
