"""Drawing rounds, drawing them anew, and changing a draw by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from .certificate import Certificate, certify
from .problem import Problem, Score, Where
from .search import MILD, anneal
from .seats import seated
from .starts import starts
from .values import Member, Request, Round, SeatingError, Table

TRIALS: Final = 600_000
"""Of each search in a draw: the whole draw takes one to three seconds."""
ENOUGH_FOR_A_PLACE: Final = 6000
"""Small draws need fewer: so many trials for every member in every round."""


class Draw(NamedTuple):
    rounds: tuple[Round, ...]
    certificate: Certificate
    seed: int
    """With the same request and seed the same rounds come out, on any machine."""


class Swapped(NamedTuple):
    """What exchanging two members would make of a draw."""

    rounds: tuple[Round, ...]
    before: Certificate
    after: Certificate


def draw(request: Request, seed: int, planned: Sequence[Round] = (), trials: int = TRIALS) -> Draw:
    """Rounds for the request.

    ``planned`` are rounds that were drawn before and have not been played: after a withdrawal or a late entry
    the search begins from them too, so that the new draw is no worse than mending them.

    >>> draw(Request(tuple(range(1, 25)), rounds=6), seed=1).certificate.is_perfect
    True
    """
    _check(request)
    rng = Random(seed)  # noqa: S311 (who sits where is no secret)
    problem = Problem(request)
    goal = problem.goal()
    trials = min(trials, ENOUGH_FOR_A_PLACE * len(request.members) * request.rounds)
    found: list[tuple[Score, list[Where]]] = []
    for board in starts(problem, planned, trials, rng):
        anneal(board, range(request.rounds), trials // 4, rng, MILD, goal=goal)
        found.append((problem.score(board), board.snapshot()))
        if board.cost <= goal:
            break
    rounds = seated(request.past, problem.rounds(min(found)[1]), rng)
    return Draw(rounds, certify(request, rounds), seed)


def _check(request: Request) -> None:
    if len(set(request.members)) < len(request.members):
        raise SeatingError("member_twice")
    if request.rounds < 1:
        raise SeatingError("no_rounds")


def swap(
    request: Request, rounds: Sequence[Round], number: int, one: Member, other: Member
) -> Swapped:
    """Two members exchanged in the round of that number (from 0), with what it costs; a bye counts as a place."""
    if not 0 <= number < len(rounds):
        raise SeatingError("no_such_round")
    old = rounds[number]
    if one == other or not {one, other} <= set(old.members):
        raise SeatingError("not_in_round")
    if any({one, other} <= set(table.members) for table in old.tables) or {one, other} <= set(
        old.byes
    ):
        raise SeatingError("same_table")
    exchanged = {one: other, other: one}
    new = Round(
        tuple(
            Table(tuple(None if m is None else exchanged.get(m, m) for m in table.seats))
            for table in old.tables
        ),
        tuple(exchanged.get(member, member) for member in old.byes),
    )
    after = (*rounds[:number], new, *rounds[number + 1 :])
    return Swapped(after, certify(request, rounds), certify(request, after))
