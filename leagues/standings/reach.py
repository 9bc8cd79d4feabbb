"""What a member can still reach while tables run or rounds are to come.

The ranges are never narrower than the truth, if the tables that run are played to their end. They may be
wider: what one can win and what others can lose at the same table are taken by themselves. Who has no place
in a round that runs is taken not to get one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from .rounds import Result, Tally, best_total, how_many_count, played
from .values import NOTHING, Deal, Member, Scheme, Season, Table, total


class Reach(NamedTuple):
    least: Fraction
    most: Fraction


class Reaches:
    """Of all members of a season."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.season = tally.season
        self.to_come = tally.to_come
        self.is_open = bool(tally.running) or self.to_come > 0
        self._a_round = _of_a_round(self.season)
        self._scores: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def of(self, member: Member, results: Sequence[Result], points: Fraction) -> Reach:
        """Of his total, which is ``points`` now."""
        if not self.is_open:
            return Reach(points, points)
        running = self.tally.running.get(member, ())
        tables = [(table.round, self._of_table(table, member)) for table in running]
        first = max(self.tally.held, default=0) + 1
        ends = []
        for end in (0, 1):
            open_rounds = dict.fromkeys(range(first, first + self.to_come), self._a_round[end])
            for number, of in tables:
                open_rounds[number] = open_rounds.get(number, NOTHING) + of[end]
            ends.append(self._total_with(member, results, open_rounds, max if end else min))
        return Reach(*ends)

    def can_be_ranked(self, member: Member, results: Sequence[Result]) -> bool:
        """He has been in as many rounds as are asked for, or may still be."""
        running = {table.round for table in self.tally.running.get(member, ())}
        new = running - {result.round for result in results if result.how in ("table", "bye")}
        return played(results) + len(new) + self.to_come >= self.season.scheme.minimum

    def _total_with(
        self,
        member: Member,
        results: Sequence[Result],
        open_rounds: dict[int, Fraction],
        end: Callable[[list[Fraction]], Fraction],
    ) -> Fraction:
        """If the open rounds bring so much, besides what one has in them already."""
        points = dict.fromkeys(self.tally.held, self.season.scheme.absent)
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
        return best_total(list(points.values()), limit) + self.tally.adjusted(member)

    def _of_table(self, table: Table, member: Member) -> Reach:
        """Of what a running table can bring."""
        scheme = self.season.scheme
        if scheme.credit == "deals" and any(
            deal.players not in (None, table.seats) for deal in table.deals
        ):
            return self._of_shares(table, member)
        if member not in table.seats:
            return Reach(NOTHING, NOTHING)
        seat = table.seats.index(member)
        least, most = _raw(table, scheme, seat, table.deals, table.to_come)
        if scheme.points != "raw":
            ends = self._ends(table)
            low, high = ends[seat]
            best = 1 + sum([least_of > high for least_of, _ in ends])
            worst = len(ends) - sum([most_of < low for _, most_of in ends])
            scale = self.tally.scoring.scale(len(ends))[best - 1 : worst]
            least, most = least + min(scale), most + max(scale)
        return Reach(least, most)

    def _of_shares(self, table: Table, member: Member) -> Reach:
        """Where a seat has changed hands: the deals to come may be anyone's who has held it."""
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
                scale = self.tally.scoring.scale(len(table.seats))
                least, most = least + min(NOTHING, *scale), most + max(NOTHING, *scale)
        if not has_played:
            least, most = min(least, scheme.absent), max(most, scheme.absent)
        return Reach(least, most)

    def _ends(self, table: Table) -> list[tuple[int, int]]:
        """By seat, the least and the most that it can have scored at the end."""
        at = table.round, table.number
        if at not in self._scores:
            low, high = (table.to_come * end for end in self.season.scheme.deal_range)
            columns = [
                [deal.scores[seat] for deal in table.deals] for seat in range(len(table.seats))
            ]
            self._scores[at] = [(sum(column) + low, sum(column) + high) for column in columns]
        return self._scores[at]


def _averages(sure: list[Fraction], more: list[Fraction]) -> list[Fraction]:
    """Of what is sure, and of that with one, two and more of the others: one may be absent from open rounds."""
    sums = accumulate([total(sure), *more])
    return [all_ / max(1, count) for count, all_ in enumerate(sums, start=len(sure))]


def _raw(table: Table, scheme: Scheme, seat: int, deals: Sequence[Deal], to_come: int) -> Reach:
    """Of the normalised score of these deals of the seat, and so many more."""
    if scheme.points == "place":
        return Reach(NOTHING, NOTHING)
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
    return Reach(least, most)


def _of_a_round(season: Season) -> Reach:
    """Of a round of which nothing is known yet; one may be absent from it."""
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
    return Reach(min(low, *ends), max(high, *ends))
