"""How alike two people play: the share of equal choices, beside the share that two others would have had.

A line is what somebody did on a board, choice by choice. As bots answer alike, two lines that were equal so far have
reached the same position. Up to where they part, each position counts in which at least two others were and did not
all do the same: there was a choice. The expected number is that of two of those others, drawn at random.

>>> lines = {who: {1: line.split()} for who, line in {"Ai": "a x", "Bo": "a x", "Chie": "b", "Dai": "a y"}.items()}
>>> lines |= {"Emi": {1: ["a", "y"]}, "Fumi": {1: ["b"]}}
>>> likeness(lines, tree(lines), "Ai", "Bo")
Likeness(choices=1, equal=1, expected=0.333..., variance=0.222...)
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)
Lines: TypeAlias = Mapping[int, Sequence[str]]
"""By board."""
FEWEST: Final = 5
"""Pairs with fewer choices in common say nothing."""


class Likeness(NamedTuple):
    choices: int
    equal: int
    expected: float
    variance: float
    """That of the number of equal choices."""

    @property
    def excess(self) -> float:
        """How many standard deviations there are more equal choices than expected."""
        return (self.equal - self.expected) / sqrt(self.variance)


class Position:
    """What was done in a position, and where it led."""

    __slots__ = ("after", "counts")

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.after: dict[str, Position] = {}


def tree(lines: Mapping[Any, Lines]) -> dict[int, Position]:
    """All positions of each board."""
    roots: dict[int, Position] = {}
    for boards in lines.values():
        for board, line in boards.items():
            position = roots.setdefault(board, Position())
            for choice in line:
                position.counts[choice] += 1
                position = position.after.setdefault(choice, Position())
    return roots


def likeness(lines: Mapping[K, Lines], roots: Mapping[int, Position], one: K, other: K) -> Likeness:
    choices = equal = 0
    expected = variance = 0.0
    for board in lines[one].keys() & lines[other].keys():
        position = roots[board]
        for left, right in zip(lines[one][board], lines[other][board], strict=False):
            share = _share_of_others(position.counts, left, right)
            if share is not None and share < 1:
                choices += 1
                equal += left == right
                expected += share
                variance += share * (1 - share)
            if left != right:
                break
            position = position.after[left]
    return Likeness(choices, equal, expected, variance)


def _share_of_others(counts: Counter[str], left: str, right: str) -> float | None:
    """How often two of the others who were in the position do the same; None if there are no two."""
    others = counts.total() - 2
    if others < 2:
        return None
    rest = counts - Counter((left, right))
    return sum(count * (count - 1) for count in rest.values()) / (others * (others - 1))


def most_alike(lines: Mapping[K, Lines], people: Sequence[K], most: int) -> list[tuple[K, K, Likeness]]:
    """The pairs of these people whose choices are equal most often beyond what was to be expected."""
    roots = tree(lines)
    pairs = [(one, other, likeness(lines, roots, one, other)) for one, other in combinations(people, 2)]
    telling = [pair for pair in pairs if pair[2].choices >= FEWEST and pair[2].variance > 0]
    return sorted(telling, key=lambda pair: -pair[2].excess)[:most]
