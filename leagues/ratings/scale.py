"""The model of strengths, and the scale on which people read them.

The model is Plackett–Luce: a match draws one order of all its players. It never rates teams, because partners change
from deal to deal and were hidden.

>>> first, second, third = update([START, START, START], [1, 2, 2])
>>> first.mu > second.mu == third.mu
True
>>> to_shown(START).points, to_shown(START).give_or_take
(1000, 667)
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
PER_UNIT: Final = 40
MIDDLE: Final = 1000


class Strength(NamedTuple):
    """An estimate and its uncertainty, on the scale of the model."""

    mu: float
    sigma: float


START: Final = Strength(_MODEL.mu, _MODEL.sigma)


class ShownRating(NamedTuple):
    """A rating on the scale of the pages. With 95 % the true strength lies between both ends."""

    points: int
    give_or_take: int

    @property
    def least(self) -> int:
        return self.points - self.give_or_take


def update(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """The strengths after a match with these final ranks. 1 is the best; equal players share a rank."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in strengths]
    rated = _MODEL.rate(teams, ranks=list(map(float, ranks)))
    return [Strength(one.mu, one.sigma) for [one] in rated]


def to_shown(strength: Strength) -> ShownRating:
    points = MIDDLE + PER_UNIT * (strength.mu - START.mu)
    return ShownRating(round(points), round(2 * PER_UNIT * strength.sigma))


def ranks_of(scores: Sequence[int]) -> list[int]:
    """The rank of each score, the highest first.

    >>> ranks_of([3, 7, 3, -1])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > score for other in scores) for score in scores]
