"""Counts for tests of seatings, independent of the tested code."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from leagues.seating import SeatingRound, SeatingTable


def times_met(rounds: Iterable[Sequence[Iterable[int]]]) -> Counter[tuple[int, ...]]:
    """How often each pair shares a table; a round is a list of tables."""
    return Counter(both for tables in rounds for table in tables for both in combinations(sorted(table), 2))


def repeats_in(rounds: Iterable[Sequence[Iterable[int]]]) -> int:
    return sum(times - 1 for times in times_met(rounds).values())


def groups(rounds: Iterable[SeatingRound]) -> list[list[tuple[int, ...]]]:
    return [[table.members for table in round_.tables] for round_ in rounds]


def round_of(text: str, byes: str = "") -> SeatingRound:
    """`1 2 3 4 / 5 6 7 -`; a dash is a bot."""
    tables = [
        SeatingTable(tuple(None if seat == "-" else int(seat) for seat in table.split())) for table in text.split("/")
    ]
    return SeatingRound(tuple(tables), tuple(map(int, byes.split())))
