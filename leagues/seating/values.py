"""What a draw is asked for, and what it answers. All of it are values that never change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

Member: TypeAlias = int
Pair: TypeAlias = tuple[Member, Member]
"""Two members, the smaller number first."""

Gap: TypeAlias = Literal["bots", "byes"]
"""What happens where the members cannot be cut into tables: bots fill seats, or some have a bye."""

Kind: TypeAlias = Literal["plain", "other_size", "bots", "bye"]
"""Where a member spends a round: at a table of the size wished, at one of the other size, at one with
bots, or at none. All but the first are to be shared out evenly."""
KINDS: Final[tuple[Kind, ...]] = ("plain", "other_size", "bots", "bye")

ErrorCode: TypeAlias = Literal[
    "too_few_members",
    "member_twice",
    "bad_size",
    "no_rounds",
    "no_such_round",
    "not_in_round",
    "same_table",
]


class SeatingError(ValueError):
    """A draw that cannot be: a code, never a sentence, for the site words it."""

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(code)
        self.code = code


class Table(NamedTuple):
    """Who sits where: by seat, in dealing order; None is a bot's seat."""

    seats: tuple[Member | None, ...]

    @property
    def members(self) -> tuple[Member, ...]:
        return tuple(member for member in self.seats if member is not None)


class Round(NamedTuple):
    tables: tuple[Table, ...]
    byes: tuple[Member, ...] = ()

    @property
    def members(self) -> tuple[Member, ...]:
        """All who are in the round, with a bye or without."""
        return (*(member for table in self.tables for member in table.members), *self.byes)


class Request(NamedTuple):
    """What is to be drawn."""

    members: tuple[Member, ...]
    """Those who are in all the rounds to be drawn."""
    rounds: int
    """How many are to be drawn; those of the past not counted."""
    size: int = 5
    """The size of table wished."""
    other: int | None = 4
    """The size of the other tables where the number of members demands some; None: there are none."""
    gap: Gap = "bots"
    apart: frozenset[Pair] = frozenset()
    """Pairs that are never to meet."""
    past: tuple[Round, ...] = ()
    """Rounds that stay as they are: played, running, or locked."""


def pair(one: Member, other: Member) -> Pair:
    """
    >>> pair(7, 3)
    (3, 7)
    """
    return (one, other) if one < other else (other, one)


def pairs_of(table: Iterable[Member]) -> list[Pair]:
    """All who meet at a table.

    >>> pairs_of([5, 2, 9])
    [(2, 5), (2, 9), (5, 9)]
    """
    order = sorted(table)
    return [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]


def kind_of(table: Table, size: int) -> Kind:
    if None in table.seats:
        return "bots"
    return "plain" if len(table.seats) == size else "other_size"
