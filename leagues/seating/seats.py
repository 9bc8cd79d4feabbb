"""Which seat everybody gets: over a season each should have sat at every number about equally often.

Seats are numbered in dealing order, so they decide who deals first.
"""

from collections.abc import Sequence
from random import Random

from .table_sizes import MOST_AT_A_TABLE
from .values import Member, SeatingRound, SeatingTable

PASSES = 40

Counts = dict[Member, list[int]]
"""By member, how often at each seat."""


def seat_counts(rounds: Sequence[SeatingRound]) -> Counts:
    counts: Counts = {}
    for round_ in rounds:
        for table in round_.tables:
            for seat, member in enumerate(table.seats):
                if member is not None:
                    counts.setdefault(member, [0] * MOST_AT_A_TABLE)[seat] += 1
    return counts


def seated(past: Sequence[SeatingRound], rounds: Sequence[SeatingRound], rng: Random) -> tuple[SeatingRound, ...]:
    """The same tables with their seats balanced. Two change seats wherever that evens them out or costs nothing."""
    counts = seat_counts([*past, *rounds])
    tables = [[list(table.seats) for table in round_.tables] for round_ in rounds]
    every = [table for round_ in tables for table in round_]
    for _ in range(PASSES):
        gained = sum([_improve(table, counts, rng) for table in every])
        if not gained and not _is_uneven(every, counts):
            break
    return tuple(
        SeatingRound(tuple(SeatingTable(tuple(table)) for table in seats), round_.byes)
        for seats, round_ in zip(tables, rounds, strict=True)
    )


def _improve(seats: list[Member | None], counts: Counts, rng: Random) -> int:
    """Change pairs of seats at one table; answers by how much the sum of squares fell."""
    gained = 0
    for one in range(len(seats)):
        for other in range(one):
            gain = _gain(seats[one], one, other, counts) + _gain(seats[other], other, one, counts)
            if gain > 0 or (gain == 0 and rng.random() < 0.5):
                _move(seats[one], one, other, counts)
                _move(seats[other], other, one, counts)
                seats[one], seats[other] = seats[other], seats[one]
                gained += gain
    return gained


def _gain(member: Member | None, seat: int, to: int, counts: Counts) -> int:
    if member is None:
        return 0
    of = counts[member]
    return of[seat] ** 2 + of[to] ** 2 - (of[seat] - 1) ** 2 - (of[to] + 1) ** 2


def _move(member: Member | None, seat: int, to: int, counts: Counts) -> None:
    if member is not None:
        counts[member][seat] -= 1
        counts[member][to] += 1


def _is_uneven(tables: Sequence[Sequence[Member | None]], counts: Counts) -> bool:
    """Somebody is two apart between seats that all tables have."""
    least = min((len(table) for table in tables), default=0)
    return any(max(of[:least]) - min(of[:least]) > 1 for of in counts.values())
