"""The points that a member can still reach while tables run or rounds are to come.

The ranges are never narrower than the truth, provided that running tables are played to their end. They may be wider:
what one member can win and what others can lose at the same table are computed independently. A member without a table
in a running round is assumed not to get one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from .inputs import NOTHING, DealInput, Member, Scheme, SeasonInput, TableInput, total
from .points import RoundResult, SeasonIndex, best_total, how_many_count, played


class PointsRange(NamedTuple):
    least: Fraction
    most: Fraction


class ReachableRanges:
    """The ranges of all members of a season."""

    def __init__(self, index: SeasonIndex) -> None:
        self.index = index
        self.season = index.season
        self.to_come = index.to_come
        self.is_open = bool(index.running) or self.to_come > 0
        self._unknown_round = _of_unknown_round(self.season)
        self._scores: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def of(self, member: Member, results: Sequence[RoundResult], points: Fraction) -> PointsRange:
        """The range of the member's total, which is ``points`` now."""
        if not self.is_open:
            return PointsRange(points, points)
        running = self.index.running.get(member, ())
        tables = [(table.round, self._of_table(table, member)) for table in running]
        first = max(self.index.held, default=0) + 1
        ends = []
        for end in (0, 1):
            open_rounds = dict.fromkeys(
                range(first, first + self.to_come), self._unknown_round[end]
            )
            for number, of in tables:
                open_rounds[number] = open_rounds.get(number, NOTHING) + of[end]
            ends.append(self._total_with(member, results, open_rounds, max if end else min))
        return PointsRange(*ends)

    def can_be_ranked(self, member: Member, results: Sequence[RoundResult]) -> bool:
        """Whether the member has played the minimum of rounds, or still may."""
        running = {table.round for table in self.index.running.get(member, ())}
        new = running - {result.round for result in results if result.how in ("table", "bye")}
        return played(results) + len(new) + self.to_come >= self.season.scheme.minimum

    def _total_with(
        self,
        member: Member,
        results: Sequence[RoundResult],
        open_rounds: dict[int, Fraction],
        end: Callable[[list[Fraction]], Fraction],
    ) -> Fraction:
        """The total if the open rounds bring these points on top of what the member has in them already."""
        points = dict.fromkeys(self.index.held, self.season.scheme.absent)
        points |= {result.round: result.points for result in results}
        for result in results:
            if result.how == "table" and result.round in open_rounds:
                open_rounds[result.round] += result.points
        points |= open_rounds
        if self.season.scheme.bye is None:
            sure = [result.points for result in results if result.how == "table"]
            average = end(_averages(sure, sorted(open_rounds.values(), reverse=end is max)))
            byes = {result.round for result in results if result.how == "bye"}
            points |= dict.fromkeys(byes - open_rounds.keys(), average)
        limit = how_many_count(self.season)
        return best_total(list(points.values()), limit) + self.index.adjusted(member)

    def _of_table(self, table: TableInput, member: Member) -> PointsRange:
        """The range of what a running table can bring."""
        scheme = self.season.scheme
        if scheme.credit == "deals" and any(
            deal.players not in (None, table.seats) for deal in table.deals
        ):
            return self._of_shares(table, member)
        if member not in table.seats:
            return PointsRange(NOTHING, NOTHING)
        seat = table.seats.index(member)
        least, most = _raw(table, scheme, seat, table.deals, table.to_come)
        if scheme.points != "raw":
            ends = self._ends(table)
            low, high = ends[seat]
            best = 1 + sum([least_of > high for least_of, _ in ends])
            worst = len(ends) - sum([most_of < low for _, most_of in ends])
            scale = self.index.scoring.scale(len(ends))[best - 1 : worst]
            least, most = least + min(scale), most + max(scale)
        return PointsRange(least, most)

    def _of_shares(self, table: TableInput, member: Member) -> PointsRange:
        """Where seats changed hands, the deals to come may go to anybody who has held them."""
        scheme = self.season.scheme
        least = most = NOTHING
        has_played = False
        for seat, owner in enumerate(table.seats):
            own = [deal for deal in table.deals if (deal.players or table.seats)[seat] == member]
            if not own and owner != member:
                continue
            has_played |= bool(own)
            if_none = _raw(table, scheme, seat, own, 0)
            if_all = _raw(table, scheme, seat, own, table.to_come)
            least += min(if_none.least, if_all.least)
            most += max(if_none.most, if_all.most)
            if scheme.points != "raw":
                scale = self.index.scoring.scale(len(table.seats))
                least, most = least + min(NOTHING, *scale), most + max(NOTHING, *scale)
        if not has_played:
            least, most = min(least, scheme.absent), max(most, scheme.absent)
        return PointsRange(least, most)

    def _ends(self, table: TableInput) -> list[tuple[int, int]]:
        """By seat, the lowest and the highest score at the end of the match."""
        at = table.round, table.number
        if at not in self._scores:
            low, high = (table.to_come * end for end in self.season.scheme.deal_range)
            columns = [
                [deal.scores[seat] for deal in table.deals] for seat in range(len(table.seats))
            ]
            self._scores[at] = [(sum(column) + low, sum(column) + high) for column in columns]
        return self._scores[at]


def _averages(sure: list[Fraction], more: list[Fraction]) -> list[Fraction]:
    """The averages of the sure points with none, one, two … of the others: the member may miss open rounds."""
    sums = accumulate([total(sure), *more])
    return [all_ / max(1, count) for count, all_ in enumerate(sums, start=len(sure))]


def _raw(
    table: TableInput, scheme: Scheme, seat: int, deals: Sequence[DealInput], to_come: int
) -> PointsRange:
    """The range of the seat's normalised score after these deals and the deals to come."""
    if scheme.points == "place":
        return PointsRange(NOTHING, NOTHING)
    seats = len(table.seats)
    so_far = Fraction(sum([deal.scores[seat] for deal in deals]))
    low, high = map(Fraction, scheme.deal_range)
    if scheme.centred:
        so_far -= Fraction(sum([sum(deal.scores) for deal in deals]), seats)
        high = (high - low) * (seats - 1) / seats
        low = -high
    least, most = so_far + to_come * low, so_far + to_come * high
    if scheme.pro_rata:
        factor = Fraction(scheme.deals, len(table.deals) + table.to_come)
        least, most = least * factor, most * factor
    return PointsRange(least, most)


def _of_unknown_round(season: SeasonInput) -> PointsRange:
    """The range of a round that has no tables yet. A member may miss it."""
    scheme = season.scheme
    ends = [scheme.absent, scheme.void]
    if scheme.bye is not None:
        ends.append(scheme.bye)
    low, high = (Fraction(end * scheme.deals) for end in scheme.deal_range)
    if scheme.centred:
        low, high = low - high, high - low
    if scheme.points == "place":
        low = high = NOTHING
    if scheme.points != "raw" and scheme.places:
        every = [points for scale in scheme.places for points in scale]
        low, high = low + min(every), high + max(every)
    return PointsRange(min(low, *ends), max(high, *ends))
