"""The standings of a series of weeks: the best weeks of each member, added up or averaged.

Three weeks by points above the field, of which each member's best two count. Ben missed the second, which counts like
its last place:

>>> weeks = {1: {"Ai": 3.0, "Ben": 5.0}, 2: {"Ai": -1.0, "Chie": 1.0}, 3: {"Ai": 2.0, "Ben": 0.5, "Chie": -2.5}}
>>> for line in standings(weeks, best=2, mean=False, people={"Ai", "Ben", "Chie"}):
...     print(line.place, line.who, line.total, [(each.value, each.is_missed, each.counts) for each in line.figures])
1 Ben 5.5 [(5.0, False, True), (-1.0, True, False), (0.5, False, True)]
2 Ai 5.0 [(3.0, False, True), (-1.0, False, False), (2.0, False, True)]
3 Chie 4.0 [(3.0, True, True), (1.0, False, True), (-2.5, False, False)]
"""

from collections.abc import Hashable, Mapping, Set
from itertools import groupby
from math import fsum
from typing import Final, Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
_DIGITS: Final = 6
"""Sums that differ by less are equal: their terms are stored fractions."""


class WeekFigure(NamedTuple):
    """What one week brings a member."""

    week: int
    value: float
    is_missed: bool
    """Whether the member did not play: then the week counts like its last place."""
    counts: bool
    """Whether it is among the member's best weeks."""


class SeriesLine(NamedTuple, Generic[K]):
    place: int
    who: K
    total: float
    figures: list[WeekFigure]

    @property
    def played(self) -> int:
        """In how many weeks."""
        return sum(not figure.is_missed for figure in self.figures)


def standings(weeks: Mapping[int, Mapping[K, float]], *, best: int, mean: bool, people: Set[K]) -> list[SeriesLine[K]]:
    """Those of the people who played, the best first; who is level shares a place.

    ``weeks`` has the figures of all who played. Weeks that nobody played bring nobody anything.
    """
    played = {number: figures for number, figures in sorted(weeks.items()) if figures}
    listed = dict.fromkeys(who for values in played.values() for who in values if who in people)
    figures = {who: _figures(played, who, best) for who in listed}
    totals = {who: _total(figures[who], mean) for who in listed}
    lines: list[SeriesLine[K]] = []
    for total, level in groupby(sorted(listed, key=lambda who: -totals[who]), key=lambda who: totals[who]):
        place = len(lines) + 1
        lines += [SeriesLine(place, who, total, figures[who]) for who in level]
    return lines


def _figures(played: Mapping[int, Mapping[K, float]], who: K, best: int) -> list[WeekFigure]:
    values = {week: figures.get(who, min(figures.values())) for week, figures in played.items()}
    # Of weeks that are level, one that was played counts rather than a missed one.
    order = sorted(values, key=lambda week: (-values[week], who not in played[week], week))
    counted = set(order[:best])
    return [WeekFigure(week, value, who not in played[week], week in counted) for week, value in values.items()]


def _total(figures: list[WeekFigure], mean: bool) -> float:
    counted = [each.value for each in figures if each.counts]
    return round(fsum(counted) / (len(counted) if mean else 1), _DIGITS)
