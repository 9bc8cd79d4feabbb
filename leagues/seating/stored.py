"""What was found by search, once: the sources of rounds without a second meeting.

`tests/leagues/test_designs.py` verifies every one of them.
"""

from __future__ import annotations

from typing import Final

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
    (6, 5): (
        6,
        5,
        "e2 d5 b4 a4 c2, b3 d3 b5 e4 a1, b1 e3 e1 c4 a2, d0 a0 d4 c5 e0, d2 b0 a5 a3 c0, b2 d1 c1 c3 e5",
    ),
    (6, 4): (
        7,
        3,
        "a0 b4 c6 *0, a1 b3 c4 *1, a4 b5 c2 *2, a6 c0 c1 c3, a2 a3 a5 b1, b0 b2 b6 c5",
    ),
    (7, 4): (
        9,
        3,
        "a0 b6 c0 *0, a2 a3 a6 b7, a1 a8 b1 c2, a7 b5 c4 c5, a5 b4 b8 c1, b0 b2 b3 c7, a4 c3 c6 c8",
    ),
    (9, 4): (
        11,
        3,
        "c9 b9 c10 b5, c5 a7 a8 a3, a4 b8 c7 *2, a2 b0 b2 c8, a5 b6 b1 c4, "
        "b10 a0 c1 *0, a10 b7 *1 c3, a9 b3 b4 a1, c0 c6 a6 c2",
    ),
}
"""By tables and members at each: the size of a ring, the number of rings, and the base round (`designs.Base`)."""
