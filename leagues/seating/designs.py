"""Rounds without any second meeting that come from algebra (docs/seating.md, "Designs").

Members are numbers from 0. A round is a list of tables, a table a list of members.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from .fields import arithmetic, is_field_order
from .stored import CYCLIC, STEPS

Rounds: TypeAlias = list[list[list[int]]]


def design(sizes: Sequence[int], wanted: int, rng: Random) -> Rounds:
    """Up to so many rounds of tables of these sizes without a second meeting; none if we know none.

    >>> rng = Random(1)
    >>> [len(design(sizes, 9, rng)) for sizes in ([5, 5, 5, 5, 5], [5, 5, 5, 5, 4], [5, 5, 5, 4, 4])]
    [6, 6, 5]
    """
    height, width = len(sizes), max(sizes)
    if any(size < width - 1 for size in sizes):
        return []
    missing = sum(width - size for size in sizes)
    known = max(cyclic(height, width), grid(height, width), key=len)
    rng.shuffle(known)
    for count in range(min(wanted, len(known)), 0, -1):
        left_out = _left_out(known[:count], missing, rng)
        if left_out is not None:
            return _without(known[:count], left_out)
    return []


def grid(height: int, width: int) -> Rounds:
    """Members as points of a grid of as many rows as there are tables; the columns are the seats of a table.

    At the table ``c`` of a round sits, from each column, the member of row ``c`` plus the round's step for
    that column.
    """
    plus = arithmetic(height).plus
    rounds = [
        [[height * column + plus[step][table] for column, step in enumerate(steps)]
         for table in range(height)]
        for steps in _steps(height, width)
    ]  # fmt: skip
    if rounds and width == height:
        # An affine plane: the columns themselves are one more round.
        rounds.append([[height * column + row for row in range(height)] for column in range(width)])
    return rounds


_TRIES: Final = 60


def _left_out(rounds: Rounds, missing: int, rng: Random) -> list[int] | None:
    """So many points that stand for nobody. No two of them at one table, so every table is short by one at most.

    Of those tried the ones that bring all others to the small tables about equally often.
    """
    points = sorted(point for table in rounds[0] for point in table)
    if missing == 0:
        return []
    mates: dict[int, set[int]] = {point: set() for point in points}
    for tables in rounds:
        for table in tables:
            for point in table:
                mates[point].update(table)
    last = points[-missing:]
    found = [last] if _strangers(last, mates, missing) == last else []
    for _ in range(_TRIES):
        some = _strangers(rng.sample(points, len(points)), mates, missing)
        if len(some) == missing:
            found.append(some)
    return min(found, key=lambda some: _unevenness(points, some, mates), default=None)


def _strangers(points: Sequence[int], mates: dict[int, set[int]], wanted: int) -> list[int]:
    """The first of these points of whom no two meet."""
    found: list[int] = []
    for point in points:
        if len(found) < wanted and mates[point].isdisjoint(found):
            found.append(point)
    return found


def _unevenness(points: Sequence[int], left_out: list[int], mates: dict[int, set[int]]) -> int:
    """The sum of squares of how often the others are at a table that is short."""
    others = set(points).difference(left_out)
    return sum(sum(point in mates[out] for out in left_out) ** 2 for point in others)


def _without(rounds: Rounds, left_out: Sequence[int]) -> Rounds:
    """The rounds without these points and the others numbered anew, in each round the largest table first."""
    points = sorted(point for table in rounds[0] for point in table)
    number = {point: at for at, point in enumerate(p for p in points if p not in left_out)}
    short = [
        [[number[point] for point in table if point in number] for table in tables]
        for tables in rounds
    ]
    return [sorted(tables, key=len, reverse=True) for tables in short]


def _steps(height: int, width: int) -> list[tuple[int, ...]]:
    """For each round how far each column is moved; the differences of any two columns are all different."""
    if not is_field_order(height):
        stored = STEPS.get(height, ())
        return [steps[:width] for steps in stored if len(steps) >= width]
    if width > height:
        return []
    times = arithmetic(height).times
    return [times[slope][:width] for slope in range(height)]


class Base(NamedTuple):
    """One round, from which the others come by turning: every member of a ring moves on by one."""

    turn: int
    """The size of a ring, and how many rounds there are."""
    rings: int
    tables: str
    """Tables by commas. A member is a ring's letter and a place in it; ``*`` and a number stays put."""


def cyclic(height: int, width: int) -> Rounds:
    """Rounds that come from one by turning, where such a one is stored."""
    found = CYCLIC.get((height, width))
    if found is None:
        return []
    base = Base(*found)
    tables = [table.split() for table in base.tables.split(",")]
    return [
        [[_turned(name, base, by) for name in table] for table in tables] for by in range(base.turn)
    ]


_FIXED: Final = "*"


def _turned(name: str, base: Base, by: int) -> int:
    place = int(name[1:])
    if name[0] == _FIXED:
        return base.turn * base.rings + place
    return base.turn * (ord(name[0]) - ord("a")) + (place + by) % base.turn
