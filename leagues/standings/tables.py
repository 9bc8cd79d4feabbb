"""What the members at a table get for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .values import NOTHING, Member, Scheme, Table, total


class Line(NamedTuple):
    """What one member has from one table."""

    member: Member
    table: Table
    seat: int
    deals: tuple[int, ...]
    """The deals credited to him, as indices."""
    raw: Fraction
    """What was scored, normalised; nothing if the season goes by place alone."""
    place: Fraction
    """Points for the place."""
    places: tuple[int, int]
    """The first and last place that those with the same score share."""
    points: Fraction
    """Both together."""

    @property
    def round(self) -> int:
        return self.table.round


def counts(table: Table) -> bool:
    return bool(table.deals) and not table.is_void


class Scoring:
    """Points by a scheme. It remembers what it has worked out: the same few figures come again and again."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._both, self._by_place = scheme.points == "both", scheme.points == "place"
        self._normalised: dict[tuple[int, int, int, int], Fraction] = {}
        self._places: dict[tuple[int, int, int], Fraction] = {}
        self._scales: dict[int, tuple[Fraction, ...]] = {}

    def lines(self, table: Table) -> list[Line]:
        """Of everybody who gets something for the table: nobody while it runs, or if it is void."""
        if table.to_come or not counts(table):
            return []
        columns = zip(*[deal.scores for deal in table.deals], strict=True)
        scores = [sum(column) for column in columns]
        every = tuple(range(len(table.deals)))
        found = []
        for seat, owner in enumerate(table.seats):
            if self.scheme.credit == "deals":
                for member, deals in _credited(table, seat).items():
                    found.append(self._line(table, scores, seat, member, deals))
            elif owner is not None:
                found.append(self._line(table, scores, seat, owner, every))
        return found

    def of_deal(self, table: Table, seat: int, number: int) -> Fraction:
        """What a deal brings the seat. Over all the deals that is what the table brings."""
        scores = table.deals[number].scores
        return self._of(scores[seat], sum(scores), len(scores), len(table.deals))

    def of_places(self, size: int, first: int, last: int) -> Fraction:
        """For one of those who share the places from first to last at a table of that size.

        >>> scheme = Scheme(places=((Fraction(4), Fraction(2), Fraction(0)),))
        >>> Scoring(scheme).of_places(3, 1, 2)
        Fraction(3, 1)
        """
        known = self._places.get((size, first, last))
        if known is None:
            shared = self.scale(size)[first - 1 : last]
            known = self._places[size, first, last] = total(shared) / len(shared)
        return known

    def scale(self, size: int) -> tuple[Fraction, ...]:
        """Points by place at a table of that size."""
        if size not in self._scales:
            self._scales[size] = scale_for(self.scheme.places, size)
        return self._scales[size]

    def _line(
        self, table: Table, scores: Sequence[int], seat: int, member: Member, deals: tuple[int, ...]
    ) -> Line:
        whole = len(deals) == len(table.deals)
        own = scores[seat]
        first = 1 + sum([score > own for score in scores])
        last = first + scores.count(own) - 1
        raw = place = NOTHING
        if not self._by_place:
            if whole:
                raw = self._of(own, sum(scores), len(scores), len(deals))
            else:
                raw = total(self.of_deal(table, seat, number) for number in deals)
        if self._both or self._by_place:
            place = self.of_places(len(scores), first, last)
            if not whole:
                place *= Fraction(len(deals), len(table.deals))
        points = raw + place if self._both else place if self._by_place else raw
        return Line(member, table, seat, deals, raw, place, (first, last), points)

    def _of(self, score: int, of_all: int, seats: int, played: int) -> Fraction:
        """A score, normalised as the scheme says; ``of_all`` is the sum of all the seats."""
        key = score, of_all, seats, played
        points = self._normalised.get(key)
        if points is None:
            points = Fraction(score)
            if self.scheme.centred:
                points -= Fraction(of_all, seats)
            if self.scheme.pro_rata:
                points *= Fraction(self.scheme.deals, played)
            self._normalised[key] = points
        return points


def _credited(table: Table, seat: int) -> dict[Member, tuple[int, ...]]:
    """Who played the seat, and which deals."""
    deals: dict[Member, tuple[int, ...]] = {}
    for number, deal in enumerate(table.deals):
        player = (deal.players or table.seats)[seat]
        if player is not None:
            deals[player] = (*deals.get(player, ()), number)
    return deals


def scale_for(places: tuple[tuple[Fraction, ...], ...], size: int) -> tuple[Fraction, ...]:
    """Points by place at a table of that size. If no scale was stated for it, the first one is shared out anew.

    Both scales are laid over the same length, each place as wide as any other at its table; a place gets the
    mean of what lies above it. So the tables' means are equal.

    >>> [str(points) for points in scale_for(((Fraction(4), Fraction(2), Fraction(0)),), 2)]
    ['10/3', '2/3']
    """
    for stated in places:
        if len(stated) == size:
            return stated
    if not places:
        return (Fraction(0),) * size
    wide = places[0]
    return tuple(_mean_over(wide, Fraction(at, size), Fraction(at + 1, size)) for at in range(size))


def _mean_over(scale: Sequence[Fraction], start: Fraction, end: Fraction) -> Fraction:
    """Of the scale, laid over the length from 0 to 1."""
    width = Fraction(1, len(scale))
    pieces = []
    for at, points in enumerate(scale):
        overlap = min(end, (at + 1) * width) - max(start, at * width)
        if overlap > 0:
            pieces.append(points * overlap)
    return total(pieces) / (end - start)
