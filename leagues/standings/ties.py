"""Tie-breaks: what each of them counts, and how they order members with equal points.

| tie-break | counts | better |
|---|---|---|
| `head_to_head` | at shared tables: +1 for each of the tied that one is ahead of, −1 for behind | more |
| `points_per_deal` | what was scored in one's deals, by their number | more |
| `napoleon_wins` | deals made as Napoleon | more |
| `contracts_made` | deals made on Napoleon's side: as Napoleon or as adjutant | more |
| `strength` | the points of one's opponents, of each as often as they met | more |
| `fewer_penalties` | penalties that were not cancelled | fewer |
| `registration` | one's place in the order of registration | earlier |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from .rounds import Tally
from .tables import Line
from .values import Member, TieBreak, total

LOWER_IS_BETTER: Final = frozenset[TieBreak](["fewer_penalties", "registration"])


class Broken(NamedTuple):
    """A tie-break that was looked at for a member."""

    tie_break: TieBreak
    among: tuple[Member, ...]
    """Those who were still tied, in the order of registration."""
    value: Fraction


class Item(NamedTuple):
    """One of the amounts that a tie-break adds up; what does not apply is None."""

    amount: Fraction
    line: Line | None = None
    deal: int | None = None
    against: Member | None = None
    adjustment: int | None = None


class TieBreaker:
    """Knows the points of all members, which `strength` needs."""

    def __init__(self, tally: Tally, points: Mapping[Member, Fraction]) -> None:
        self.tally = tally
        self.points = points
        self.order = {member: at for at, member in enumerate(tally.season.members)}
        self.scheme = tally.season.scheme

    def ordered(self, tied: Sequence[Member]) -> list[tuple[list[Member], list[list[Broken]]]]:
        """The tied ones in groups from the best; those of a group could not be told apart.

        With each group, for each of its members, what was looked at.
        """
        found: list[tuple[list[Member], list[list[Broken]]]] = []
        self._split(sorted(tied, key=self.order.__getitem__), 0, {m: [] for m in tied}, found)
        return found

    def _split(
        self,
        tied: list[Member],
        at: int,
        looked_at: dict[Member, list[Broken]],
        found: list[tuple[list[Member], list[list[Broken]]]],
    ) -> None:
        if len(tied) == 1 or at == len(self.scheme.tie_breaks):
            found.append((tied, [looked_at[member] for member in tied]))
            return
        tie_break, among = self.scheme.tie_breaks[at], tuple(tied)
        values = {member: self.value(tie_break, member, among) for member in tied}
        for member, value in values.items():
            looked_at[member].append(Broken(tie_break, among, value))
        best_first = sorted(set(values.values()), reverse=tie_break not in LOWER_IS_BETTER)
        for value in best_first:
            self._split([m for m in tied if values[m] == value], at + 1, looked_at, found)

    def value(self, tie_break: TieBreak, member: Member, among: Sequence[Member]) -> Fraction:
        if tie_break == "registration":
            return Fraction(self.order[member] + 1)
        counts = total(item.amount for item in self.items(tie_break, member, among))
        if tie_break == "points_per_deal":
            return counts / max(1, self.deals(member))
        return counts

    def deals(self, member: Member) -> int:
        return sum(len(line.deals) for line in self._lines(member))

    def items(self, tie_break: TieBreak, member: Member, among: Sequence[Member]) -> list[Item]:
        """What the tie-break adds up; of `points_per_deal` the numerator."""
        if tie_break == "head_to_head":
            return self._duels(member, set(among))
        if tie_break == "points_per_deal":
            return [Item(Fraction(_scored(line)), line) for line in self._lines(member)]
        if tie_break == "napoleon_wins":
            return self._made(member, as_adjutant=False)
        if tie_break == "contracts_made":
            return self._made(member, as_adjutant=True)
        if tie_break == "strength":
            return self._opponents(member)
        if tie_break == "fewer_penalties":
            given = self.tally.adjustments_of.get(member, ())
            return [Item(Fraction(1), adjustment=each.number) for each in given if each.points < 0]
        return []

    def _lines(self, member: Member) -> list[Line]:
        return self.tally.lines_of.get(member, [])

    def _duels(self, member: Member, among: set[Member]) -> list[Item]:
        items = []
        for line in self._lines(member):
            for other in self._at_the_same(line):
                if other.member in among and other.points != line.points:
                    sign = 1 if line.points > other.points else -1
                    items.append(Item(Fraction(sign), line, against=other.member))
        return items

    def _opponents(self, member: Member) -> list[Item]:
        return [
            Item(self.points[other.member], line, against=other.member)
            for line in self._lines(member)
            for other in self._at_the_same(line)
            if other.member in self.points
        ]

    def _at_the_same(self, line: Line) -> list[Line]:
        """The lines of his opponents: whoever had another seat."""
        at = line.table.round, line.table.number
        return [
            other
            for other in self.tally.lines_at[at]
            if other.seat != line.seat and other.member != line.member
        ]

    def _made(self, member: Member, as_adjutant: bool) -> list[Item]:
        items = []
        for line in self._lines(member):
            for number in line.deals:
                deal = line.table.deals[number]
                if deal.made and (
                    deal.napoleon == line.seat or (as_adjutant and deal.adjutant == line.seat)
                ):
                    items.append(Item(Fraction(1), line, number))
        return items


def _scored(line: Line) -> int:
    return sum([line.table.deals[number].scores[line.seat] for number in line.deals])
