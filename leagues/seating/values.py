"""The input and output of a draw, as immutable values."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

Member: TypeAlias = int
Pair: TypeAlias = tuple[Member, Member]
"""Two members, the smaller number first."""

Gap: TypeAlias = Literal["bots", "byes"]
"""What happens if the members cannot be divided into tables: bots fill seats, or some members have a bye."""

PlaceKind: TypeAlias = Literal["plain", "other_size", "bots", "bye"]
"""Where a member spends a round: at a table of the size wished, at one of the other size, at one with
bots, or at none. All but the first are to be shared out evenly."""
KINDS: Final[tuple[PlaceKind, ...]] = ("plain", "other_size", "bots", "bye")

SeatingErrorCode: TypeAlias = Literal[
    "too_few_members",
    "member_twice",
    "bad_size",
    "no_rounds",
    "no_such_round",
    "not_in_round",
    "one_at_a_time",
    "same_table",
]


class SeatingError(ValueError):
    """An impossible draw, with a code that the site puts into words."""

    def __init__(self, code: SeatingErrorCode) -> None:
        super().__init__(code)
        self.code = code


class SeatingTable(NamedTuple):
    """The members by seat, in dealing order; None is a bot's seat."""

    seats: tuple[Member | None, ...]

    @property
    def members(self) -> tuple[Member, ...]:
        return tuple(member for member in self.seats if member is not None)


class SeatingRound(NamedTuple):
    tables: tuple[SeatingTable, ...]
    byes: tuple[Member, ...] = ()

    @property
    def members(self) -> tuple[Member, ...]:
        """All members of the round, those with a bye included."""
        return (*(member for table in self.tables for member in table.members), *self.byes)


class SeatingRequest(NamedTuple):
    """What is to be drawn."""

    members: tuple[Member, ...]
    """The members of all rounds to be drawn."""
    rounds: int
    """The number of rounds to be drawn."""
    size: int = 5
    """The preferred size of tables."""
    other: int | None = 4
    """The second size, used where the number of members demands it; None: no second size."""
    gap: Gap = "bots"
    apart: frozenset[Pair] = frozenset()
    """Pairs that are not to meet."""
    past: tuple[SeatingRound, ...] = ()
    """Rounds that stay as they are, because they are played, running or locked."""
    places: tuple[int, ...] = ()
    """For a Swiss round, of each member the place in the standings; then one round is drawn."""
    repeat_price: int = 0
    """For a Swiss round, how many places a repeat is worth; 0: more than all of them."""
    any_of: tuple[int, ...] = ()
    """All sizes that tables may have, so that everybody sits; empty: `size` and `other`."""
    is_knock_out: bool = False
    """One round is drawn, from pots by the `places`."""


def pair(one: Member, other: Member) -> Pair:
    """
    >>> pair(7, 3)
    (3, 7)
    """
    return (one, other) if one < other else (other, one)


def pairs_of(table: Iterable[Member]) -> list[Pair]:
    """All pairs that meet at a table.

    >>> pairs_of([5, 2, 9])
    [(2, 5), (2, 9), (5, 9)]
    """
    order = sorted(table)
    return [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]


def kind_of(table: SeatingTable, size: int) -> PlaceKind:
    if None in table.seats:
        return "bots"
    return "plain" if len(table.seats) == size else "other_size"
