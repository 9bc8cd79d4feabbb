"""Drawing rounds, drawing them again, and changing a draw by hand."""

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from .byes import shared_byes
from .certificate import Certificate, certify
from .designs import design
from .knock_out import knock_out_round, misplaced
from .problem import Problem, Score, Where
from .search import HOT, MILD, SearchBoard, anneal
from .seats import seated
from .swiss import gaps_of, swiss_round
from .values import Member, SeatingError, SeatingRequest, SeatingRound, SeatingTable

TRIALS: Final = 600_000
"""The steps of each search; a whole draw takes one to three seconds."""
ENOUGH_FOR_A_PLACE: Final = 6000
"""Small draws need fewer: so many trials for every member in every round."""


class SeatingDraw(NamedTuple):
    rounds: tuple[SeatingRound, ...]
    certificate: Certificate
    seed: int
    """With the same request and seed the same rounds come out, on any machine."""


class Swapped(NamedTuple):
    """A draw after two members are exchanged."""

    rounds: tuple[SeatingRound, ...]
    before: Certificate
    after: Certificate


def draw(request: SeatingRequest, seed: int, planned: Sequence[SeatingRound] = (), trials: int = TRIALS) -> SeatingDraw:
    """Rounds for the request.

    ``planned`` are rounds that were drawn before and have not been played: after a withdrawal or a late entry
    the search begins from them too, so that the new draw is no worse than mending them.

    >>> draw(SeatingRequest(tuple(range(1, 25)), rounds=6), seed=1).certificate.is_perfect
    True
    """
    _check(request)
    rng = Random(seed)  # noqa: S311 (who sits where is no secret)
    if request.places:
        drawn = knock_out_round(request, rng) if request.is_knock_out else swiss_round(request, rng)
        rounds = seated(request.past, [drawn], rng)
        return SeatingDraw(rounds, _certified(request, rounds), seed)
    problem = Problem(request)
    trials = min(trials, ENOUGH_FOR_A_PLACE * len(request.members) * request.rounds)
    score, wheres = min(_searched(problem, planned, trials, rng))
    if problem.shape.byes and _breaks(score):
        # Perhaps two can be kept apart only if one of them sits out, which comes before fair byes.
        score, wheres = min((score, wheres), *_searched(problem, planned, trials, rng, holds_byes=False))
    rounds = seated(request.past, problem.rounds(wheres), rng)
    return SeatingDraw(rounds, certify(request, rounds), seed)


def _searched(
    problem: Problem, planned: Sequence[SeatingRound], trials: int, rng: Random, *, holds_byes: bool = True
) -> list[tuple[Score, list[Where]]]:
    """What the search makes of each beginning, up to the first that cannot be better."""
    goal, rounds = problem.goal(), range(problem.request.rounds)
    found: list[tuple[Score, list[Where]]] = []
    for board in starts(problem, planned, trials, rng, holds_byes=holds_byes):
        anneal(board, rounds, trials // 4, rng, MILD, goal=goal)
        found.append((problem.score(board), board.snapshot()))
        if board.cost <= goal:
            break
    return found


def _breaks(score: Score) -> bool:
    """Whether two who are to be kept apart meet."""
    return score[0] > 0


def _check(request: SeatingRequest) -> None:
    if len(set(request.members)) < len(request.members):
        raise SeatingError("member_twice")
    if request.rounds < 1:
        raise SeatingError("no_rounds")
    if request.places and request.rounds > 1:
        raise SeatingError("one_at_a_time")


def _certified(request: SeatingRequest, rounds: Sequence[SeatingRound]) -> Certificate:
    if request.is_knock_out:
        return certify(request, rounds)._replace(misplaced=sum(misplaced(request, round_) for round_ in rounds))
    return certify(request, rounds)._replace(gaps=gaps_of(request, rounds))


def swap(request: SeatingRequest, rounds: Sequence[SeatingRound], number: int, one: Member, other: Member) -> Swapped:
    """Two members exchanged in the round of that number (from 0), with what it costs; a bye counts as a place."""
    if not 0 <= number < len(rounds):
        raise SeatingError("no_such_round")
    old = rounds[number]
    if one == other or not {one, other} <= set(old.members):
        raise SeatingError("not_in_round")
    if any({one, other} <= set(table.members) for table in old.tables) or {one, other} <= set(old.byes):
        raise SeatingError("same_table")
    exchanged = {one: other, other: one}
    new = SeatingRound(
        tuple(
            SeatingTable(tuple(None if m is None else exchanged.get(m, m) for m in table.seats)) for table in old.tables
        ),
        tuple(exchanged.get(member, member) for member in old.byes),
    )
    after = (*rounds[:number], new, *rounds[number + 1 :])
    return Swapped(after, _certified(request, rounds), _certified(request, after))


# --- Where a search begins: at what was planned, at a design, or anywhere ---

SEARCHES: Final = 2
_FIRST_LOOK: Final = 40
"""Trials for each member to place a single round."""


def starts(
    problem: Problem, planned: Sequence[SeatingRound], trials: int, rng: Random, *, holds_byes: bool = True
) -> Iterator[SearchBoard]:
    """Boards with all the rounds; each is to be changed before the next is asked for.

    ``holds_byes``: who sits out when is settled before the search.
    """
    board = problem.board()
    if holds_byes and problem.shape.byes:
        board.held = len(problem.shape.tables)
    if planned:
        byes = shared_byes(problem.request, problem.shape.byes, planned, rng)
        board.replace([_fitted(problem, *each) for each in zip(planned, byes, strict=False)])
        _complete(problem, board, byes, trials // 4, rng)
        yield board
    known = [] if problem.request.past else _designed(problem, rng)
    if known:
        board.replace(known)
        _complete(problem, board, [()] * problem.request.rounds, trials // 4, rng)
        yield board
    # Where a design has all the rounds, a search can at best share out the small tables more evenly.
    for _ in range(1 if len(known) == problem.request.rounds else SEARCHES):
        board.clear()
        _complete(problem, board, shared_byes(problem.request, problem.shape.byes, planned, rng), 0, rng)
        anneal(board, range(problem.request.rounds), trials // SEARCHES, rng, HOT, MILD)
        yield board


def _complete(
    problem: Problem, board: SearchBoard, byes: Sequence[Collection[Member]], trials: int, rng: Random
) -> None:
    """Add the rounds that are missing: each as good as it can be after the others, then all of them together."""
    first = len(board.where)
    for number in range(first, problem.request.rounds):
        where = problem.by_chance(byes[number], rng)
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
        return sum(where[points[one]] == where[points[other]] for one, other in apart for where in wheres)

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


def _fitted(problem: Problem, round_: SeatingRound, byes: Collection[Member]) -> Where:
    """The round with the present members: they stay at their tables where possible, the others fill free places.

    ``byes`` sit out.
    """
    index, room = problem.index, list(problem.capacities)
    where = [-1] * len(problem.members)
    groups = [[index[m] for m in table.members if m in index and m not in byes] for table in round_.tables]
    tables = sorted(range(len(problem.shape.tables)), key=lambda table: -room[table])
    for group, table in zip(sorted(groups, key=len, reverse=True), tables, strict=False):
        for member in group[: room[table]]:
            where[member] = table
            room[table] -= 1
    for member in byes:
        where[index[member]] = len(problem.shape.tables)
    free = [table for table, left in enumerate(room[: len(problem.shape.tables)]) for _ in range(left)]
    for member, table in enumerate(where):
        if table < 0:
            where[member] = free.pop()
    return where
