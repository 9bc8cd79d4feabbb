"""What standings are made from. Points are exact fractions; no figure here is ever a float."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, Literal, NamedTuple, TypeAlias

Member: TypeAlias = int

TieBreak: TypeAlias = Literal[
    "head_to_head",
    "points_per_deal",
    "napoleon_wins",
    "contracts_made",
    "strength",
    "fewer_penalties",
    "registration",
]


class Scheme(NamedTuple):
    """How a season turns results into places (docs/standings.md)."""

    points: Literal["raw", "place", "both"] = "raw"
    """For a table: what was scored, points by place, or both together."""
    places: tuple[tuple[Fraction, ...], ...] = ()
    """Points by place, the largest size of table first; for sizes that are not here they are derived from that."""
    deals: int = 5
    """How many deals a table plays."""
    pro_rata: bool = False
    """Scores of a table with fewer or more deals are scaled to that many."""
    centred: bool = False
    """From each score the mean of the table is taken, so that every table sums to nothing, whatever its size."""
    credit: Literal["seat", "deals"] = "seat"
    """Whose the points are where somebody was substituted: the seat's owner's, or each one's for his deals."""
    bye: Fraction | None = Fraction(0)
    """Points for a bye; None: the average of one's own rounds at tables."""
    void: Fraction = Fraction(0)
    absent: Fraction = Fraction(0)
    """Points for a round that is over and in which one had neither table nor bye."""
    best: int | None = None
    """So many rounds count, one's best; None: all."""
    drop: int = 0
    """So many of one's worst rounds do not count."""
    minimum: int = 0
    """Who has been in fewer rounds is listed without a place, behind the others."""
    tie_breaks: tuple[TieBreak, ...] = ()
    deal_range: tuple[int, int] = (0, 0)
    """The least and the most that a seat can score in a deal, for what can still be reached."""


class Deal(NamedTuple):
    """One that counts: deals passed out are not here. All by seat."""

    scores: tuple[int, ...]
    napoleon: int | None = None
    """At Nap the declarer."""
    adjutant: int | None = None
    made: bool = False
    players: tuple[Member | None, ...] | None = None
    """Who held the seats in this deal, None for a bot; without it, their owners."""


class Table(NamedTuple):
    round: int
    number: int
    seats: tuple[Member | None, ...]
    """Whose seat each was by the draw; None: a bot's."""
    deals: tuple[Deal, ...] = ()
    to_come: int = 0
    """Deals still to be played; with any, the table is running."""
    is_void: bool = False


class Bye(NamedTuple):
    round: int
    member: Member


class Adjustment(NamedTuple):
    """By an organiser. One that takes points is a penalty."""

    number: int
    member: Member
    points: Fraction
    reason: str = ""
    is_cancelled: bool = False


class Season(NamedTuple):
    scheme: Scheme
    members: tuple[Member, ...]
    """In the order of their registration."""
    rounds: int
    """How many are planned."""
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    is_over: bool = False
    """No other round comes, however many were planned; as many count as if they had come."""


NOTHING: Final = Fraction(0)


def total(values: Iterable[Fraction]) -> Fraction:
    """The sum, over one common denominator: several times faster than adding one by one.

    >>> total([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    every = list(values)
    if len(every) < 2:
        return every[0] if every else NOTHING
    numbers, unit = as_integers(every)
    return Fraction(sum(numbers), unit)


def as_integers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Over their common denominator, which is the second answer. Integers compare much faster than fractions.

    >>> as_integers([Fraction(1, 2), Fraction(2), Fraction(1, 3)])
    ([3, 12, 2], 6)
    """
    unit = lcm(*{value.denominator for value in values})
    if unit == 1:
        return [value.numerator for value in values], 1
    return [value.numerator * (unit // value.denominator) for value in values], unit
