"""Choices tried in worlds that a seat takes for possible: which of them clearly brings more than the usual one."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, TypeAlias, TypeVar

from napoleon.engine.variants import State
from napoleon.inference import World

T = TypeVar("T")
Row: TypeAlias = tuple[float, dict[T, float]]
"""A world: its weight, and the points of each option."""
FIRST_WORLDS: Final = 16
"""Worlds in which every choice is tried; in the others only the best are."""
BEST: Final = 6
"""How many choices go on."""
HOPELESS: Final = 2.0
"""A choice that is worse than the usual one by this many standard errors is dropped."""


def clearly_best(
    options: Sequence[T], worlds: Sequence[World], brings: Callable[[State], Callable[[T], float]], clear: float
) -> T:
    """The option that brings the most points on average; the first one, the usual, unless another is clearly better.

    ``brings`` says for a world what each option brings in it. Another option must be better than the usual one by
    ``clear`` standard errors, each world compared with itself.
    """
    usual, going = options[0], list(options)
    rows: list[Row[T]] = []
    for number, world in enumerate(worlds):
        if number == FIRST_WORLDS and len(going) > BEST:
            going = sorted(going, key=lambda option: -_mean(rows, option))[:BEST]
            going = going if usual in going else [usual, *going]
        points = brings(world.state)
        rows.append((world.weight, {option: points(option) for option in going}))
    return chosen(rows, going, usual, clear)


def best_of_two_rounds(
    options: Sequence[T], met: Callable[[Sequence[T], int], list[Row[T]]], first: int, more: int, clear: float
) -> T:
    """The same, where any number of worlds can be drawn: ``met`` says what options bring in so many new ones.

    The ``first`` worlds all options meet; ``more`` the usual one and those that may then still be better.
    """
    usual, *others = options
    if not others:
        return usual
    rows = met(options, first)
    if len(rows) < 2:
        return usual
    going = [option for option in others if _may_be_better(rows, option, usual)]
    if going:
        rows += met([usual, *going], more)
    return chosen(rows, going, usual, clear)


def _may_be_better(rows: Sequence[Row[T]], option: T, usual: T) -> bool:
    gain, error = gain_of(rows, option, usual)
    return gain + HOPELESS * error > 0.0


def chosen(rows: Sequence[Row[T]], options: Sequence[T], usual: T, clear: float) -> T:
    """The option that brings the most in these worlds, or the usual one unless that is clearly worse."""
    if len(rows) < 2 or not options:
        return usual
    best = max(options, key=lambda option: _mean(rows, option))
    return best if is_clearly_better(rows, best, usual, clear) else usual


def is_clearly_better(rows: Sequence[Row[T]], option: T, usual: T, clear: float) -> bool:
    """Whether the option brings more than the usual one, by so many standard errors."""
    gain, error = gain_of(rows, option, usual)
    return gain > clear * error


def gain_of(rows: Sequence[Row[T]], option: T, usual: T) -> tuple[float, float]:
    """How much more the option brings than the usual one, world by world, and the standard error of that."""
    total = sum(weight for weight, _ in rows)
    gains = [(weight / total, points[option] - points[usual]) for weight, points in rows]
    gain = sum(share * more for share, more in gains)
    variance = sum((share * (more - gain)) ** 2 for share, more in gains)
    return gain, sqrt(variance)


def _mean(rows: Sequence[Row[T]], option: T) -> float:
    return sum(weight * points[option] for weight, points in rows)
