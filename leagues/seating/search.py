"""Simulated annealing over the drawn rounds: two members of a round change tables, again and again.

Dear changes are made often while it is hot and hardly ever when it is cold. The work is measured in trials, not
in seconds, so that a seed gives the same draw on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from typing import Final

from .board import Board

HOT: Final = 50.0
MILD: Final = 12.0
COLD: Final = 0.2
_STAGE: Final = 500
"""Trials at one temperature."""
_IDLE: Final = 4
"""Of so many members who cause no cost one is tried all the same."""


def anneal(
    board: Board,
    rounds: Sequence[int],
    trials: int,
    rng: Random,
    hot: float = HOT,
    cold: float = COLD,
    goal: int = 0,
) -> None:
    """Change these rounds of the board until its cost is the goal or the trials are spent; leave the best."""
    best, kept = board.cost, board.snapshot()
    cooling = (cold / hot) ** (_STAGE / max(trials, _STAGE))
    heat = hot
    for _ in range(0, trials, _STAGE):
        if best <= goal:
            break
        _stage(board, rounds, heat, rng)
        if board.cost < best:
            best, kept = board.cost, board.snapshot()
        heat *= cooling
    board.replace(kept)


def _stage(board: Board, rounds: Sequence[int], heat: float, rng: Random) -> None:
    """Trials at one temperature. A loop that runs a million times: its names are local, its sums maps."""
    random, members, weights = rng.random, board.members, board.weights
    following, last, kinds = board.next_price, board.last_price, board.kinds
    for _ in range(_STAGE):
        number = rounds[int(random() * len(rounds))]
        where, company = board.where[number], board.company[number]
        one = int(random() * members)
        here = where[one]
        mates = company[here]
        saved = sum(map(last[one].__getitem__, mates))
        if not saved and not weights[here] and random() * _IDLE > 1:
            continue
        other = int(random() * members)
        there = where[other]
        if here == there:
            continue
        strangers = company[there]
        my_next, its_next = following[one], following[other]
        cost = (
            sum(map(my_next.__getitem__, strangers))
            + sum(map(its_next.__getitem__, mates))
            - sum(map(last[other].__getitem__, strangers))
            - saved
        )
        # Each has been counted with the other, whom they do not meet.
        if strangers:
            cost -= my_next[other]
        if mates:
            cost -= its_next[one]
        if kinds[here] != kinds[there]:
            cost += exposing(board, one, here, there) + exposing(board, other, there, here)
        if cost <= 0 or cost < -heat * log(random() or 1e-300):
            board.exchange(number, one, other, cost)


def exposing(board: Board, member: int, here: int, there: int) -> int:
    """What the exposures of a member cost more at another table."""
    weights, kinds = board.weights, board.kinds
    leaves = weights[here] * (2 * board.exposure[kinds[here]][member] - 1)
    return weights[there] * (2 * board.exposure[kinds[there]][member] + 1) - leaves
