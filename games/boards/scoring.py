"""Scores of boards: a seat's points beside those of everybody who had the same cards.

Four people played the same seat of a board; one had 5 points, two had 2, and one −3:

>>> field = Field.of([5, 2, 2, -3])
>>> [(str(score.above), str(score.percent)) for score in map(field.score, (5, 2, -3))]
[('14/3', '100'), ('2/3', '50'), ('-6', '0')]

The module is pure and exact: points above the field and percents are fractions, and only errors are floats. In what
follows a field has n members with the points x, their sum is Σx and their variance s² (that with n − 1).

- **Points above the field**: own points less the mean of the others, x − (Σx − x)/(n − 1) = (n·x − Σx)/(n − 1). Over
  all members of a field they add up to 0.
- **Percent**: the share of the others that were beaten, where a tie counts half. Its mean over a field is 50.
- **Error**: both x and the mean of the others vary, by s² and s²/(n − 1). So points above the field have the variance
  s²·n/(n − 1) for somebody who plays like the field. It is exactly the mean of their squares over the field. Boards are
  independent: the variances of a set's boards are added.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from math import sqrt
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

Result: TypeAlias = int | None
"""Points; None for a board that was left unfinished. It counts as the worst result of its field."""
Order: TypeAlias = Literal["points", "percent"]
K = TypeVar("K")

FEWEST: Final = 4
"""Where fewer people played, the captain's result joins the field."""


class BoardScore(NamedTuple):
    """What a result is worth in its field."""

    points: int
    """An unfinished board has those of the worst result."""
    above: Fraction
    percent: Fraction
    variance: Fraction
    """That of ``above``, for somebody who plays like the field."""
    size: int
    """How many the field has, with the one whose score this is and the captain if it joined."""
    is_unfinished: bool
    has_stand_in: bool


@dataclass(frozen=True)
class Field:
    """All results of a seat of a board, counted by points. Sums are kept, so that a score takes no walk through it.

    Only members are scored: `with_result` comes before `score`.
    """

    histogram: Mapping[int, int]
    """How many finished with so many points. No count is 0."""
    unfinished: int = 0
    finished: int = 0
    total: int = 0
    squares: int = 0
    """The sums of all points of the histogram, and of their squares."""
    has_stand_in: bool = False
    """Whether one of the finished results is the captain's."""

    @classmethod
    def of(cls, results: Iterable[Result]) -> Field:
        counts = Counter(results)
        unfinished = counts.pop(None, 0)
        return cls.from_histogram({points: count for points, count in counts.items() if points is not None}, unfinished)

    @classmethod
    def from_histogram(cls, histogram: Mapping[int, int], unfinished: int = 0) -> Field:
        counted = {points: count for points, count in sorted(histogram.items()) if count}
        if unfinished < 0 or any(count < 0 for count in counted.values()):
            raise ValueError("a field counts no fewer than 0 people")
        return cls(
            counted,
            unfinished,
            finished=sum(counted.values()),
            total=sum(count * points for points, count in counted.items()),
            squares=sum(count * points**2 for points, count in counted.items()),
        )

    @property
    def size(self) -> int:
        return self.finished + self.unfinished

    @property
    def people(self) -> int:
        return self.size - self.has_stand_in

    def with_result(self, result: Result) -> Field:
        return self._changed(result, 1)

    def without_result(self, result: Result) -> Field:
        if not self._has(result):
            raise ValueError(f"nobody in this field has the result {result}")
        return self._changed(result, -1)

    def joined_by(self, captain: int | None) -> Field:
        """The field with the captain's points as one more member if it is small, and if they are known."""
        if captain is None or self.has_stand_in or self.people >= FEWEST:
            return self
        return replace(self._changed(captain, 1), has_stand_in=True)

    def score(self, result: Result, captain: int | None = None) -> BoardScore:
        """The score of a member. ``captain``: its points in this seat of this board, which join a small field.

        In a field of one nobody is beaten or missed: 0 points above it, and 50 percent.

        >>> Field.of([3]).score(3, captain=1)[:3]
        (3, Fraction(2, 1), Fraction(100, 1))
        """
        if not self._has(result):
            raise ValueError(f"nobody in this field has the result {result}")
        field = self.joined_by(captain)
        if result not in field._scores:
            field._scores[result] = field._scored(result)
        return field._scores[result]

    @cached_property
    def _scores(self) -> dict[Result, BoardScore]:
        """Equal results have equal scores; thousands of people have a few dozen different ones."""
        return {}

    def _scored(self, result: Result) -> BoardScore:
        own = self.worst if result is None else result
        others = self.size - 1
        below, level = self._below_and_level(own)
        return BoardScore(
            points=own,
            above=Fraction(self.size * own - self.sum, others) if others else Fraction(0),
            percent=Fraction(100 * (2 * below + level - 1), 2 * others) if others else Fraction(50),
            variance=self.variance,
            size=self.size,
            is_unfinished=result is None,
            has_stand_in=self.has_stand_in,
        )

    @cached_property
    def worst(self) -> int:
        """The points that an unfinished board counts as; 0 where nobody finished."""
        return min(self.histogram, default=0)

    @property
    def sum(self) -> int:
        """The points of all members, unfinished boards included."""
        return self.total + self.unfinished * self.worst

    @property
    def mean(self) -> Fraction:
        """The mean of all members. A field without any has none."""
        return Fraction(self.sum, self.size)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of points above the field: s²·n/(n − 1), which is (n·Σx² − (Σx)²)/(n − 1)²."""
        if self.size < 2:
            return Fraction(0)
        squares = self.squares + self.unfinished * self.worst**2
        return Fraction(self.size * squares - self.sum**2, (self.size - 1) ** 2)

    def _below_and_level(self, own: int) -> tuple[int, int]:
        """How many have fewer points, and how many as many."""
        points, finished = self._ladder
        step = bisect_left(points, own)
        is_worst = own == self.worst
        below = finished[step] + (0 if is_worst else self.unfinished)
        return below, self.histogram.get(own, 0) + (self.unfinished if is_worst else 0)

    @cached_property
    def _ladder(self) -> tuple[list[int], list[int]]:
        """The points that occur, the fewest first, and how many finished below each."""
        points = sorted(self.histogram)
        return points, list(accumulate((self.histogram[each] for each in points), initial=0))

    def _has(self, result: Result) -> bool:
        return self.unfinished > 0 if result is None else result in self.histogram

    def _changed(self, result: Result, by: int) -> Field:
        if result is None:
            return replace(self, unfinished=self.unfinished + by)
        histogram = {**self.histogram, result: self.histogram.get(result, 0) + by}
        if not histogram[result]:
            del histogram[result]
        return replace(
            self,
            histogram=histogram,
            finished=self.finished + by,
            total=self.total + by * result,
            squares=self.squares + by * result**2,
        )


def to_json(field: Field) -> dict[str, Any]:
    """What a database keeps of a field of people; the sums follow from it.

    >>> to_json(Field.of([2, -1, 2, None]))
    {'histogram': {'-1': 1, '2': 2}, 'unfinished': 1}
    """
    if field.has_stand_in:
        raise ValueError("the captain joins a field when it is scored, not before it is stored")
    histogram = {str(points): count for points, count in sorted(field.histogram.items())}
    return {"histogram": histogram, "unfinished": field.unfinished}


def from_json(data: dict[str, Any]) -> Field:
    histogram = {int(points): count for points, count in data["histogram"].items()}
    return Field.from_histogram(histogram, data["unfinished"])


class SetScore(NamedTuple):
    """The boards of a set together."""

    boards: int
    above: Fraction
    """The sum of points above the fields."""
    percent: Fraction
    """The mean of the boards' percents."""
    variance: Fraction
    """That of ``above``."""
    unfinished: int
    """On so many boards."""
    stand_ins: int
    """On so many boards the captain joined the field."""

    @property
    def error(self) -> float:
        """The standard error of ``above``.

        The variance of each board is that of own points less the mean of the others, estimated from its whole field
        (see the module); boards are independent.
        """
        return sqrt(self.variance)


def set_score(boards: Iterable[BoardScore]) -> SetScore:
    """Add up the boards that somebody opened. Without any there is no score.

    >>> total = set_score([Field.of([5, 2, 2, -3]).score(5), Field.of([1, 1, 0]).score(1)])
    >>> str(total.above), str(total.percent), round(total.error, 2)
    ('31/6', '175/2', 3.89)
    """
    scores = list(boards)
    if not scores:
        raise ValueError("a set's score needs a board")
    return SetScore(
        boards=len(scores),
        above=sum((score.above for score in scores), Fraction(0)),
        percent=sum((score.percent for score in scores), Fraction(0)) / len(scores),
        variance=sum((score.variance for score in scores), Fraction(0)),
        unfinished=sum(score.is_unfinished for score in scores),
        stand_ins=sum(score.has_stand_in for score in scores),
    )


class Ranked(NamedTuple, Generic[K]):
    place: int
    who: K
    score: SetScore
    is_shared: bool
    """Whether others have the same place."""


def ranking(scores: Mapping[K, SetScore], order: Order = "points") -> list[Ranked[K]]:
    """The best first. Who is level shares a place, in the order given, and the places below it stay empty.

    >>> two, one = (Field.of([2, 2, 1]).score(points) for points in (2, 1))
    >>> scores = {"Aki": set_score([two]), "Ben": set_score([one]), "Chie": set_score([two])}
    >>> [(row.place, row.who) for row in ranking(scores)]
    [(1, 'Aki'), (1, 'Chie'), (3, 'Ben')]
    """

    def height(score: SetScore) -> Fraction:
        return score.above if order == "points" else score.percent

    rows = sorted(scores.items(), key=lambda row: height(row[1]), reverse=True)
    ranked: list[Ranked[K]] = []
    for _, level in groupby(rows, key=lambda row: height(row[1])):
        group, place = list(level), len(ranked) + 1
        ranked += [Ranked(place, who, score, len(group) > 1) for who, score in group]
    return ranked
