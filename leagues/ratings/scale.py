"""The model of strengths, and the scale on which people read them.

Plackett–Luce: a match is one draw of an order of all who played it. Never teams: who played with whom changes from
deal to deal, and was hidden.

>>> first, second, third = update([START, START, START], [1, 2, 2])
>>> first.mu > second.mu == third.mu
True
>>> shown(START).points, shown(START).give_or_take
(1000, 667)
"""

from __future__ import annotations

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


class Shown(NamedTuple):
    """On the scale of the pages: the true strength lies with 95 % between both ends."""

    points: int
    give_or_take: int

    @property
    def least(self) -> int:
        return self.points - self.give_or_take

    @property
    def most(self) -> int:
        return self.points + self.give_or_take


def update(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """After a match with these final ranks, 1 the best; equal ones share a rank."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in strengths]
    rated = _MODEL.rate(teams, ranks=list(map(float, ranks)))
    return [Strength(one.mu, one.sigma) for [one] in rated]


def shown(strength: Strength) -> Shown:
    points = MIDDLE + PER_UNIT * (strength.mu - START.mu)
    return Shown(round(points), round(2 * PER_UNIT * strength.sigma))


def ranks_of(scores: Sequence[int]) -> list[int]:
    """The rank of each score, the highest first.

    >>> ranks_of([3, 7, 3, -1])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > score for other in scores) for score in scores]
