"""The places after each round, by the points of the rounds up to it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from .inputs import NOTHING, Member, as_integers
from .points import best_total


def places_after(
    points: Mapping[Member, Mapping[int, Fraction]],
    rounds: Sequence[int],
    limit: int,
    started: Mapping[Member, Fraction] | None = None,
) -> dict[Member, list[int]]:
    """By member, the place after each of the rounds. Equal totals share a place; ``limit`` rounds count.

    Who has ``started`` with points has them from the first round on.

    >>> points = {7: {1: Fraction(3), 2: Fraction(0)}, 8: {1: Fraction(1), 2: Fraction(2)}}
    >>> places_after(points, [1, 2], 2)
    {7: [1, 1], 8: [2, 1]}
    """
    found: dict[Member, list[int]] = {member: [] for member in points}
    for last in rounds:
        totals = [
            best_total([value for number, value in own.items() if number <= last], limit)
            + (started or {}).get(member, NOTHING)
            for member, own in points.items()
        ]
        heights, _ = as_integers(totals)
        place = {height: at for at, height in reversed(list(enumerate(sorted(heights)[::-1], 1)))}
        for member, height in zip(points, heights, strict=True):
            found[member].append(place[height])
    return found
