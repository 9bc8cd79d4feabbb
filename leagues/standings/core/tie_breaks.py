"""Tie-breaks: what each one counts, and how they order members with equal points.

| tie-break | counts | better |
|---|---|---|
| `head_to_head` | at shared tables: +1 for each tied member with fewer points, −1 for each with more | more |
| `points_per_deal` | the score of the member's deals, divided by their number | more |
| `napoleon_wins` | deals made as Napoleon | more |
| `contracts_made` | deals made as Napoleon or as adjutant | more |
| `strength` | the opponents' points, each as often as they met | more |
| `fewer_penalties` | penalties, less cancelled ones | fewer |
| `registration` | the place in the order of registration | earlier |

Registration orders a season that is over without separating anybody: nobody earns a place by having entered earlier.
"""

from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from .inputs import Member, TieBreak, as_integers, total
from .points import SeasonIndex, TableResult

LOWER_IS_BETTER: Final = frozenset[TieBreak](["fewer_penalties", "registration"])


class TieBreakValue(NamedTuple):
    tie_break: TieBreak
    among: tuple[Member, ...]
    """The members who were still tied, in order of registration."""
    value: Fraction


class TieBreakPart(NamedTuple):
    """One of the amounts that a tie-break adds up, and where it comes from."""

    amount: Fraction | int
    result: TableResult | None = None
    deal: int | None = None
    against: Member | None = None
    adjustment: int | None = None


class TieBreaker:
    """Orders tied members. It knows the points of all members, because `strength` needs them."""

    def __init__(self, index: SeasonIndex, points: Mapping[Member, Fraction]) -> None:
        self.index = index
        self.points = points
        heights, self.unit = as_integers(list(points.values()))
        self.heights = dict(zip(points, heights, strict=True))
        """The points as integers, over the unit."""
        self.order = {member: at for at, member in enumerate(index.season.members)}
        self.scheme = index.season.scheme

    def ordered(self, tied: Sequence[Member]) -> list[tuple[list[Member], list[list[TieBreakValue]]]]:
        """The tied members in groups, the best first. Members of one group share a place.

        Each group comes with the tie-breaks that were computed for each of its members.
        """
        if len(tied) == 1:
            return [([*tied], [[]])]
        found: list[tuple[list[Member], list[list[TieBreakValue]]]] = []
        self._split(sorted(tied, key=self.order.__getitem__), 0, {m: [] for m in tied}, found)
        return found

    def _split(
        self,
        tied: list[Member],
        at: int,
        values_of: dict[Member, list[TieBreakValue]],
        found: list[tuple[list[Member], list[list[TieBreakValue]]]],
    ) -> None:
        if len(tied) == 1 or at == len(self.scheme.tie_breaks):
            found.append((tied, [values_of[member] for member in tied]))
            return
        tie_break, among = self.scheme.tie_breaks[at], tuple(tied)
        if tie_break == "registration" and self.index.season.is_over:
            self._split(tied, at + 1, values_of, found)
            return
        values = [self.value(tie_break, member, among) for member in tied]
        for member, value in zip(tied, values, strict=True):
            values_of[member].append(TieBreakValue(tie_break, among, value))
        groups: dict[int, list[Member]] = {}
        for member, height in zip(tied, as_integers(values)[0], strict=True):
            groups.setdefault(height, []).append(member)
        for height in sorted(groups, reverse=tie_break not in LOWER_IS_BETTER):
            self._split(groups[height], at + 1, values_of, found)

    def value(self, tie_break: TieBreak, member: Member, among: Sequence[Member]) -> Fraction:
        if tie_break == "registration":
            return Fraction(self.order[member] + 1)
        if tie_break == "points_per_deal":
            scored = sum([result.score for result in self._results(member)])
            return Fraction(scored, max(1, self.deals(member)))
        if tie_break == "strength":
            met = [self.heights[other.member] for _, other in self._opponents(member)]
            return Fraction(sum(met), self.unit)
        if tie_break == "head_to_head":
            return Fraction(sum(sign for sign, _, _ in self._duels(member, set(among))))
        return total([part.amount for part in self.parts(tie_break, member, among)])

    def deals(self, member: Member) -> int:
        return sum([len(result.own) for result in self._results(member)])

    def parts(self, tie_break: TieBreak, member: Member, among: Sequence[Member]) -> list[TieBreakPart]:
        """The amounts that the tie-break adds up; for `points_per_deal`, the numerator."""
        if tie_break == "head_to_head":
            return [
                TieBreakPart(sign, result, against=other.member)
                for sign, result, other in self._duels(member, set(among))
            ]
        if tie_break == "points_per_deal":
            return [TieBreakPart(result.score, result) for result in self._results(member)]
        if tie_break == "napoleon_wins":
            return self._made(member, as_adjutant=False)
        if tie_break == "contracts_made":
            return self._made(member, as_adjutant=True)
        if tie_break == "strength":
            return [
                TieBreakPart(self.points[other.member], result, against=other.member)
                for result, other in self._opponents(member)
            ]
        if tie_break == "fewer_penalties":
            given = self.index.adjustments_of.get(member, ())
            return [TieBreakPart(1, adjustment=each.number) for each in given if each.points < 0]
        return []

    def _results(self, member: Member) -> list[TableResult]:
        return self.index.results_of.get(member, [])

    def _duels(self, member: Member, among: set[Member]) -> list[tuple[int, TableResult, TableResult]]:
        """Won (+1) and lost (−1) ones, with both results."""
        return [
            (1 if result.points > other.points else -1, result, other)
            for result in self._results(member)
            for other in self._opponents_at(result, among)
            if other.points != result.points
        ]

    def _opponents(self, member: Member) -> list[tuple[TableResult, TableResult]]:
        """Each of the member's results with that of each opponent."""
        return [
            (result, other) for result in self._results(member) for other in self._opponents_at(result, self.points)
        ]

    def _opponents_at(self, result: TableResult, among: Container[Member]) -> list[TableResult]:
        """The results of these members at the same table, in other seats than the result's own."""
        return [
            other
            for other in self.index.results_at[result.table.place]
            if other.member in among and other.member != result.member and other.seat != result.seat
        ]

    def _made(self, member: Member, as_adjutant: bool) -> list[TieBreakPart]:
        parts = []
        for result in self._results(member):
            for number in result.own:
                deal = result.table.deals[number]
                if deal.made and (deal.napoleon == result.seat or (as_adjutant and deal.adjutant == result.seat)):
                    parts.append(TieBreakPart(1, result, number))
        return parts
