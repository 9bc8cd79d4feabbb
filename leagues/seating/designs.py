"""Rounds without any second meeting that come from algebra (docs/seating.md, "Designs").

Members are numbers from 0. A round is a list of tables, a table a list of members. An element of a finite field of p**e
elements is written in base p: its digits are the coefficients of a polynomial.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

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
    """Points for nobody, at most one of them at each table, so every table is short by one at most.

    Choose the tried set that spreads small tables most evenly.
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
    """The first of these points that never meet each other."""
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
    """The rounds without these points, with the others renumbered; the largest table of each round first."""
    points = sorted(point for table in rounds[0] for point in table)
    number = {point: at for at, point in enumerate(p for p in points if p not in left_out)}
    short = [[[number[point] for point in table if point in number] for table in tables] for tables in rounds]
    return [sorted(tables, key=len, reverse=True) for tables in short]


def _steps(height: int, width: int) -> list[tuple[int, ...]]:
    """For each round how far each column is moved; the differences of any two columns are all different."""
    if not is_field_order(height):
        return [steps[:width] for steps in STEPS.get(height, ()) if len(steps) >= width]
    if width > height:
        return []
    times = arithmetic(height).times
    return [times[slope][:width] for slope in range(height)]


class BaseRound(NamedTuple):
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
    base = BaseRound(*found)
    tables = [table.split() for table in base.tables.split(",")]
    return [[[_turned(name, base, by) for name in table] for table in tables] for by in range(base.turn)]


_FIXED: Final = "*"


def _turned(name: str, base: BaseRound, by: int) -> int:
    place = int(name[1:])
    if name[0] == _FIXED:
        return base.turn * base.rings + place
    return base.turn * (ord(name[0]) - ord("a")) + (place + by) % base.turn


# --- Finite fields, and integers modulo q ---

_IRREDUCIBLE: Final = {4: (2, 0b111), 8: (2, 0b1011), 16: (2, 0b10011), 9: (3, 2 * 9 + 0 + 2)}
"""By order: the prime, and a polynomial of full degree that cannot be factored, negated (for 9: x² + 1)."""
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19)


class Arithmetic(NamedTuple):
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


def is_field_order(order: int) -> bool:
    """
    >>> [order for order in range(2, 18) if is_field_order(order)]
    [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17]
    """
    return order in PRIMES or order in _IRREDUCIBLE


@cache
def arithmetic(order: int) -> Arithmetic:
    """In the field of that order if we know it, otherwise modulo the order."""
    if order not in _IRREDUCIBLE:
        return Arithmetic(
            tuple(tuple((a + b) % order for b in range(order)) for a in range(order)),
            tuple(tuple(a * b % order for b in range(order)) for a in range(order)),
        )
    prime, negated = _IRREDUCIBLE[order]
    every = range(order)
    return Arithmetic(
        tuple(tuple(_plus(a, b, prime) for b in every) for a in every),
        tuple(tuple(_times(a, b, prime, negated, order) for b in every) for a in every),
    )


def _plus(one: int, other: int, prime: int) -> int:
    """Digit by digit, without carrying."""
    total, place = 0, 1
    while one or other:
        total += (one + other) % prime * place
        one, other, place = one // prime, other // prime, place * prime
    return total


def _times(one: int, other: int, prime: int, negated: int, order: int) -> int:
    """Horner's rule: shift by x, take off the modulus, add."""
    if not one:
        return 0
    rest, digit = divmod(one, prime)
    total = _times(rest, other, prime, negated, order) * prime
    while total >= order:
        total = _plus(total, negated, prime)
    for _ in range(digit):
        total = _plus(total, other, prime)
    return total


# --- Stored designs, found once by search; `tests/leagues/seating/test_designs.py` verifies each ---

STEPS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    6: ((0, 0, 0, 0, 0), (0, 1, 4, 3, 2), (0, 2, 3, 1, 5), (0, 3, 2, 4, 1), (0, 5, 1, 2, 4)),
    10: (
        (0, 0, 0, 0, 0),
        (0, 1, 7, 2, 6),
        (0, 3, 4, 6, 7),
        (0, 8, 6, 5, 4),
        (0, 7, 9, 3, 5),
        (0, 2, 1, 7, 3),
        (0, 5, 8, 9, 2),
        (0, 9, 3, 1, 8),
    ),
    12: (
        (0, 0, 0, 0, 0),
        (0, 1, 6, 4, 5),
        (0, 2, 9, 8, 10),
        (0, 3, 5, 10, 8),
        (0, 11, 8, 9, 2),
        (0, 6, 2, 11, 7),
        (0, 8, 11, 7, 6),
        (0, 7, 1, 3, 9),
        (0, 4, 3, 6, 1),
        (0, 9, 7, 1, 4),
    ),
}
"""By the rows of a grid, for each round how far each column is moved, modulo the rows."""

CYCLIC: Final[dict[tuple[int, int], tuple[int, int, str]]] = {
    (6, 5): (6, 5, "e2 d5 b4 a4 c2, b3 d3 b5 e4 a1, b1 e3 e1 c4 a2, d0 a0 d4 c5 e0, d2 b0 a5 a3 c0, b2 d1 c1 c3 e5"),
    (6, 4): (7, 3, "a0 b4 c6 *0, a1 b3 c4 *1, a4 b5 c2 *2, a6 c0 c1 c3, a2 a3 a5 b1, b0 b2 b6 c5"),
    (7, 4): (9, 3, "a0 b6 c0 *0, a2 a3 a6 b7, a1 a8 b1 c2, a7 b5 c4 c5, a5 b4 b8 c1, b0 b2 b3 c7, a4 c3 c6 c8"),
    (9, 4): (
        11,
        3,
        "c9 b9 c10 b5, c5 a7 a8 a3, a4 b8 c7 *2, a2 b0 b2 c8, a5 b6 b1 c4, "
        "b10 a0 c1 *0, a10 b7 *1 c3, a9 b3 b4 a1, c0 c6 a6 c2",
    ),
}
"""By tables and members at each: the size of a ring, the number of rings, and the base round (`BaseRound`)."""
