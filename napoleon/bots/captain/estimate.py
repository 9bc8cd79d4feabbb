"""What a hand of Napoleon is worth before the exchange, in pictures, and what pictures are worth in points."""

from functools import lru_cache
from math import erf, exp, sqrt
from typing import Final, TypeAlias

from napoleon.engine import NapoleonRules
from napoleon.engine.cards import PICTURE_COUNT, CardSet, Suit
from napoleon.engine.napoleon_play import Playing
from napoleon.engine.napoleon_scoring import outcome

from .hand_features import features
from .weights import HAND_WEIGHTS, SPREAD

NAPOLEON, ADJUTANT, ALLY = range(3)
"""The seats of the three roles in `points`."""
Worths: TypeAlias = tuple[float, ...]
"""Points by the number of pictures that Napoleon's side takes."""


def pictures(rules: NapoleonRules, hand: CardSet, trump: Suit) -> float:
    """The pictures that Napoleon's side should take with this hand before the exchange."""
    weights = HAND_WEIGHTS[rules.players]
    return sum(value * weights.get(name, 0.0) for name, value in features(rules, hand, trump))


def expected_points(rules: NapoleonRules, count: int, pictures: float) -> float:
    """The points that Napoleon may expect of a bid of ``count`` if their side should take so many ``pictures``."""
    table = points(rules, count, alone=False)[NAPOLEON]
    value, below = 0.0, 0.0
    for taken in range(PICTURE_COUNT):
        reached = 1.0 - chance(taken + 1, pictures)
        value += (reached - below) * table[taken]
        below = reached
    return value + (1.0 - below) * table[PICTURE_COUNT]


def chance(count: int, pictures: float) -> float:
    """The chance of taking at least ``count`` pictures where so many ``pictures`` should be taken."""
    return 0.5 * (1.0 + erf((pictures - count + 0.5) / (SPREAD * _SQRT2)))


_SQRT2: Final = sqrt(2.0)


@lru_cache(maxsize=4096)
def points(rules: NapoleonRules, count: int, alone: bool, out: int = 0) -> tuple[tuple[int, ...], ...]:
    """For each role the points by the number of pictures that Napoleon's side takes, from none to all.

    ``out`` of them were discarded to nobody.
    """
    adjutant = None if alone else ADJUTANT
    ends = [outcome(rules, count, NAPOLEON, adjutant, out, taken).scores for taken in range(PICTURE_COUNT + 1)]
    return tuple(tuple(end[role] for end in ends) for role in (NAPOLEON, ADJUTANT, ALLY))


@lru_cache(maxsize=1024)
def blurred_points(rules: NapoleonRules, count: int, alone: bool, role: int, out: int, errors: float) -> Worths:
    """The points of a role by the pictures that its side should take; the other arguments are those of `points`.

    What is taken in the end is thought to differ from that by a standard deviation of ``errors`` pictures.
    """
    return _blurred([float(score) for score in points(rules, count, alone, out)[role]], errors)


def points_in(state: Playing, seat: int, errors: float) -> Worths:
    """The points of a seat in a world by the pictures that Napoleon's side should take, blurred so."""
    contract = state.contract
    role = ALLY
    if seat == contract.napoleon:
        role = NAPOLEON
    elif seat == contract.adjutant:
        role = ADJUTANT
    alone, out = contract.adjutant is None, contract.pictures_out()
    return blurred_points(contract.dealt.rules, contract.count, alone, role, out, errors)


def _blurred(values: list[float], errors: float) -> Worths:
    """Each value as the mean of those around it, nearer ones counting more."""
    size = range(len(values))
    blurred = []
    for place in size:
        shares = [exp(-((other - place) ** 2) / (2 * errors**2)) for other in size]
        blurred.append(sum(a * b for a, b in zip(shares, values, strict=True)) / sum(shares))
    return tuple(blurred)
