"""What standings are computed from. Points are exact fractions; no figure here is ever a float."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, Literal, NamedTuple, TypeAlias

Member: TypeAlias = int

TieBreak: TypeAlias = Literal[
    "head_to_head", "points_per_deal", "napoleon_wins", "contracts_made", "strength", "fewer_penalties", "registration"
]

BotRule: TypeAlias = Literal["losses", "nothing", "full"]


class Scheme(NamedTuple):
    """How a season turns results into places (docs/standings.md)."""

    points: Literal["raw", "place", "both"] = "raw"
    """What a table brings: the score, points by place, or both."""
    places: tuple[tuple[Fraction, ...], ...] = ()
    """Points by place, the largest table first. A size without a scale derives its own from the first."""
    deals: int = 5
    """The number of deals of a whole match."""
    pro_rata: bool = False
    """Scale the scores of a shorter or longer match to a whole one."""
    centred: bool = False
    """Subtract the table's mean from each score, so that every table sums to zero, whatever its size."""
    above_field: bool = False
    """Subtract the mean of the same seat at the other tables, which have played the same deals, from each score."""
    credit: Literal["seat", "deals"] = "seat"
    """Where a seat changed hands: everything goes to its owner, or each player gets the deals that they played."""
    bots: BotRule = "full"
    """What a deal counts that a bot played for somebody: what it lost, nothing, or as much as their own deals."""
    bye: Fraction | None = Fraction(0)
    """Points for a bye. None: the average of the member's own rounds at tables."""
    void: Fraction = Fraction(0)
    absent: Fraction = Fraction(0)
    """Points for a round that is over and in which the member had neither a table nor a bye."""
    best: int | None = None
    """How many of a member's best rounds count. None: all of them."""
    drop: int = 0
    """How many of a member's worst rounds do not count."""
    minimum: int = 0
    """Members with fewer rounds than this are listed last, without a place."""
    tie_breaks: tuple[TieBreak, ...] = ()
    advancing: int = 0
    """In a knock-out, how many go on from each table; 0: it is none. Then only a member's last round counts."""
    deal_range: tuple[int, int] = (0, 0)
    """The lowest and the highest score of a seat in one deal; limits what can still be reached."""


class FieldInput(NamedTuple):
    """The results of the same seat with the same cards at the other tables."""

    mean: Fraction
    others: int
    """How many there are."""
    has_captain: bool = False
    """One of them is that of captains at a table of their own, since few tables have played the deal."""


class DealInput(NamedTuple):
    """A finished deal that counts. All figures are by seat."""

    scores: tuple[int, ...]
    napoleon: int | None = None
    """At Nap, the declarer. None: all passed, and the deal counts all the same."""
    adjutant: int | None = None
    made: bool = False
    players: tuple[Member | None, ...] | None = None
    """The members who held the seats at the end of this deal, None for a bot. Without it, the owners held them."""
    bots: tuple[int, ...] = ()
    """The seats in which a bot played most of the deal, for an owner or a substitute who was away or had left."""
    fields: tuple[FieldInput, ...] = ()
    """Where all tables play the same deals, what each seat is compared with."""


class TableInput(NamedTuple):
    round: int
    number: int
    seats: tuple[Member | None, ...]
    """The owners of the seats by the draw. None: a bot."""
    deals: tuple[DealInput, ...] = ()
    to_come: int = 0
    """Deals still to be played. While there are any, the table is running."""
    is_void: bool = False
    division: int = 0
    """The number of another division, at whose table members have substituted; 0: their own."""

    @property
    def place(self) -> tuple[int, int, int]:
        """What tells it from all other tables."""
        return self.round, self.division, self.number


class ByeInput(NamedTuple):
    round: int
    member: Member


class AdjustmentInput(NamedTuple):
    """Points that an organiser gave. Negative ones are a penalty."""

    number: int
    member: Member
    points: Fraction
    reason: str = ""
    is_cancelled: bool = False
    round: int = 0
    """In a knock-out, the round in which they were given."""


class HandicapInput(NamedTuple):
    """Points that a member gets without having played for them."""

    member: Member
    start: Fraction = Fraction(0)
    """Once, whatever the member plays."""
    per_match: Fraction = Fraction(0)
    """At each table, in the share of the deals that count as the member's own."""


class SeasonInput(NamedTuple):
    scheme: Scheme
    members: tuple[Member, ...]
    """In order of registration."""
    rounds: int
    """The planned number of rounds."""
    tables: tuple[TableInput, ...] = ()
    byes: tuple[ByeInput, ...] = ()
    adjustments: tuple[AdjustmentInput, ...] = ()
    is_over: bool = False
    """No further round will be played. The number of rounds that count still follows from the plan."""
    left: tuple[Member, ...] = ()
    """Members who have withdrawn or were removed."""
    open_rounds: tuple[int, ...] = ()
    """Rounds that are not over, although none of these tables runs in them."""
    handicaps: tuple[HandicapInput, ...] = ()
    open_tables: tuple[tuple[int, int, int], ...] = ()
    """The tables of these rounds that still run, by their places."""


NOTHING: Final = Fraction(0)


def total(values: Iterable[Fraction | int]) -> Fraction:
    """The sum, over one common denominator: several times faster than adding one by one.

    >>> total([Fraction(1, 2), Fraction(1, 3), 1])
    Fraction(11, 6)
    """
    numbers, unit = as_integers(list(values))
    return Fraction(sum(numbers), unit)


def as_integers(values: Sequence[Fraction | int]) -> tuple[list[int], int]:
    """The numerators over a common denominator, and that denominator. Integers compare much faster than fractions.

    >>> as_integers([Fraction(1, 2), Fraction(2), Fraction(1, 3)])
    ([3, 12, 2], 6)
    """
    ratios = [value.as_integer_ratio() for value in values]
    unit = lcm(*{below for _, below in ratios})
    if unit == 1:
        return [above for above, _ in ratios], 1
    return [above * (unit // below) for above, below in ratios], unit
