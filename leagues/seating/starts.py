"""Where a search begins: at what was planned, at a design, or anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from .board import Board
from .designs import design
from .problem import Problem, Where
from .search import HOT, MILD, anneal
from .values import Round

SEARCHES: Final = 2
_FIRST_LOOK: Final = 40
"""Trials for each member to place a single round."""


def starts(problem: Problem, planned: Sequence[Round], trials: int, rng: Random) -> Iterator[Board]:
    """Boards with all the rounds; each is to be changed before the next is asked for."""
    board = problem.board()
    if planned:
        board.replace([_fitted(problem, round_) for round_ in planned[: problem.request.rounds]])
        _complete(problem, board, trials // 4, rng)
        yield board
    known = [] if problem.request.past else _designed(problem, rng)
    if known:
        board.replace(known)
        _complete(problem, board, trials // 4, rng)
        yield board
    # Where a design has all the rounds, a search can at best share out the small tables more evenly.
    for _ in range(1 if len(known) == problem.request.rounds else SEARCHES):
        board.clear()
        _complete(problem, board, 0, rng)
        anneal(board, range(problem.request.rounds), trials // SEARCHES, rng, HOT, MILD)
        yield board


def _complete(problem: Problem, board: Board, trials: int, rng: Random) -> None:
    """Add the rounds that are missing: each as good as it can be after the others, then all of them together."""
    first = len(board.where)
    for number in range(first, problem.request.rounds):
        where = problem.places
        rng.shuffle(where)
        board.add(where)
        anneal(board, [number], _FIRST_LOOK * len(where), rng)
    if first < problem.request.rounds:
        anneal(board, range(first, problem.request.rounds), trials, rng, HOT, MILD)


def _designed(problem: Problem, rng: Random) -> list[Where]:
    """Rounds of a design, its points given to members at random and so that it keeps apart whom it can."""
    if problem.shape.byes:
        return []
    rounds = design(problem.capacities, problem.request.rounds, rng)
    order = sorted(range(len(problem.capacities)), key=lambda table: -problem.capacities[table])
    wheres = []
    for tables in rounds:
        where = [0] * len(problem.members)
        for table, points in zip(order, tables, strict=True):
            for point in points:
                where[point] = table
        wheres.append(where)
    member_at = _labels(problem, wheres, rng)
    return [[where[point] for point in member_at] for where in wheres]


def _labels(problem: Problem, wheres: Sequence[Where], rng: Random) -> list[int]:
    """For each member a point of the design."""
    points = list(range(len(problem.members)))
    rng.shuffle(points)
    index = problem.index
    apart = [(index[a], index[b]) for a, b in problem.request.apart if a in index and b in index]

    def broken() -> int:
        return sum(
            where[points[one]] == where[points[other]] for one, other in apart for where in wheres
        )

    worst = broken()
    for _ in range(20 * len(points) if apart else 0):
        if not worst:
            break
        one, other = rng.choice(rng.choice(apart)), rng.randrange(len(points))
        points[one], points[other] = points[other], points[one]
        now = broken()
        if now > worst:
            points[one], points[other] = points[other], points[one]
        worst = min(worst, now)
    return points


def _fitted(problem: Problem, round_: Round) -> Where:
    """The round with those who are in now: who can stays at his table, the others fill what is free."""
    index, room = problem.index, list(problem.capacities)
    where = [-1] * len(problem.members)
    groups = [[index[m] for m in table.members if m in index] for table in round_.tables]
    tables = sorted(range(len(problem.shape.tables)), key=lambda table: -room[table])
    for group, table in zip(sorted(groups, key=len, reverse=True), tables, strict=False):
        for member in group[: room[table]]:
            where[member] = table
            room[table] -= 1
    free = [table for table, left in enumerate(room) for _ in range(left)]
    for member, table in enumerate(where):
        if table < 0:
            where[member] = free.pop()
    return where
