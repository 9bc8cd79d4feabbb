"""The points that a member can still reach while tables run or rounds are to come.

The ranges are never narrower than the truth, provided that running tables are played to their end. They may be wider:
what one member can win and what others can lose at the same table are computed independently. A member without a table
in a running round is assumed not to get one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from .inputs import NOTHING, Member, SeasonInput, TableInput, total
from .points import RoundResult, SeasonIndex, best_total, played


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
        self._scores: dict[tuple[int, int], list[int]] = {}
        self._raw = cache(self._of_score)
        self._place = cache(self._of_places)

    def of(self, member: Member, results: Sequence[RoundResult]) -> PointsRange:
        """The range of the member's total, whose results are these now."""
        running = self.index.running.get(member, ())
        tables = [(table.round, self._of_table(table, member)) for table in running]
        first = max(self.index.held, default=0) + 1
        to_come = range(first, first + self.to_come)
        adjusted = self.index.adjusted(member)
        sure = {result.round: result.points for result in results if result.how == "table"}
        known = dict.fromkeys(self.index.held, self.season.scheme.absent)
        known |= {result.round: result.points for result in results}
        ends = []
        for end in (0, 1):
            open_rounds = dict.fromkeys(to_come, self._unknown_round[end])
            for number, of in tables:
                former = open_rounds.get(number, sure.get(number))
                open_rounds[number] = of[end] if former is None else former + of[end]
            byes = self._byes_with(results, sure, open_rounds, max if end else min)
            every = [*(known | open_rounds | byes).values()]
            ends.append(best_total(every, self.index.limit, adjusted))
        return PointsRange(*ends)

    def can_be_ranked(self, member: Member, results: Sequence[RoundResult]) -> bool:
        """Whether the member has played the minimum of rounds, or still may."""
        running = {table.round for table in self.index.running.get(member, ())}
        new = running - {result.round for result in results if result.how in ("table", "bye")}
        return played(results) + len(new) + self.to_come >= self.season.scheme.minimum

    def _byes_with(
        self,
        results: Sequence[RoundResult],
        sure: dict[int, Fraction],
        open_rounds: dict[int, Fraction],
        end: Callable[[list[Fraction]], Fraction],
    ) -> dict[int, Fraction]:
        """The points for byes that are the average of the rounds at tables, if the open rounds bring these points."""
        if self.season.scheme.bye is not None:
            return {}
        more = sorted(open_rounds.values(), reverse=end is max)
        average = end(_averages([*sure.values()], more))
        byes = {result.round for result in results if result.how == "bye"}
        return dict.fromkeys(byes - open_rounds.keys(), average)

    def _of_table(self, table: TableInput, member: Member) -> PointsRange:
        """The range of what a running table can bring."""
        scheme = self.season.scheme
        if scheme.credit == "deals" and any(
            deal.players not in (None, table.seats) for deal in table.deals
        ):
            return self._of_shares(table, member)
        if member not in table.seats:
            return PointsRange(NOTHING, NOTHING)
        scores, seats, to_come = self._scores_at(table), len(table.seats), table.to_come
        own = scores[table.seats.index(member)]
        least, most = self._raw(own, sum(scores), seats, len(table.deals) + to_come, to_come)
        if scheme.points != "raw":
            spread = to_come * (scheme.deal_range[1] - scheme.deal_range[0])
            best = 1 + sum([score - own > spread for score in scores])
            worst = seats - sum([own - score > spread for score in scores])
            low, high = self._place(seats, best, worst)
            least, most = least + low, most + high
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
            scored = sum([deal.scores[seat] for deal in own])
            of_all = sum([sum(deal.scores) for deal in own])
            length = len(table.deals) + table.to_come
            if_none = self._raw(scored, of_all, len(table.seats), length, 0)
            if_all = self._raw(scored, of_all, len(table.seats), length, table.to_come)
            least += min(if_none.least, if_all.least)
            most += max(if_none.most, if_all.most)
            if scheme.points != "raw":
                scale = self.index.scoring.scale(len(table.seats))
                least, most = least + min(NOTHING, *scale), most + max(NOTHING, *scale)
        if not has_played:
            least, most = min(least, scheme.absent), max(most, scheme.absent)
        return PointsRange(least, most)

    def _scores_at(self, table: TableInput) -> list[int]:
        """By seat, the score after the finished deals."""
        at = table.round, table.number
        if at not in self._scores:
            seats = range(len(table.seats))
            self._scores[at] = [sum([deal.scores[seat] for deal in table.deals]) for seat in seats]
        return self._scores[at]

    def _of_places(self, seats: int, best: int, worst: int) -> PointsRange:
        """The range of the points for these places."""
        scale = self.index.scoring.scale(seats)[best - 1 : worst]
        return PointsRange(min(scale), max(scale))

    def _of_score(
        self, score: int, sum_of_seats: int, seats: int, length: int, to_come: int
    ) -> PointsRange:
        """The range of a seat's normalised score at the end of a match of that length."""
        scheme = self.season.scheme
        if scheme.points == "place":
            return PointsRange(NOTHING, NOTHING)
        so_far = Fraction(score)
        low, high = map(Fraction, scheme.deal_range)
        if scheme.centred:
            so_far -= Fraction(sum_of_seats, seats)
            high = (high - low) * (seats - 1) / seats
            low = -high
        least, most = so_far + to_come * low, so_far + to_come * high
        if scheme.pro_rata:
            factor = Fraction(scheme.deals, length)
            least, most = least * factor, most * factor
        return PointsRange(least, most)


def _averages(sure: list[Fraction], more: list[Fraction]) -> list[Fraction]:
    """The averages of the sure points with none, one, two … of the others: the member may miss open rounds."""
    sums = accumulate([total(sure), *more])
    return [all_ / max(1, count) for count, all_ in enumerate(sums, start=len(sure))]


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
