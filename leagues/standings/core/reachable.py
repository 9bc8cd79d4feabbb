"""The points that a member can still reach while tables run or rounds are to come.

The ranges are never narrower than the truth, provided that running tables are played to their end, and by people. They
may be wider: what one member can win and what others can lose at the same table are computed independently. A member
without a table in a running round is assumed not to get one.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from .inputs import NOTHING, DealInput, Member, SeasonInput, TableInput, as_integers, total
from .points import RoundResult, SeasonIndex, is_gone, played, sum_of_best


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
        first = max(index.held, default=0) + 1
        self._to_come = range(first, first + index.to_come)
        self._unknown_round = _of_unknown_round(self.season)
        self._missed = dict.fromkeys(index.held, self.season.scheme.absent)
        self._scores: dict[tuple[int, int, int], list[int]] = {}
        self._raw = cache(self._of_score)
        self._seat = cache(self._of_seat)

    def of(self, member: Member, results: Sequence[RoundResult]) -> PointsRange:
        """The range of the member's total, whose results are these now."""
        sure = {result.round: result.points for result in results if result.how == "table"}
        open_rounds = self._open_rounds(member, sure)
        averaged = self._averaged_byes(results) - open_rounds.keys()
        if self.season.scheme.bye is None:
            average = _average(sure, open_rounds)
            open_rounds |= dict.fromkeys(averaged, average)
            # In a round to come the member may have a bye.
            open_rounds |= {number: _either(open_rounds[number], average) for number in self._to_come}
        known = self._missed | {result.round: result.points for result in results}
        fixed = [points for number, points in known.items() if number not in open_rounds]
        least = [reach.least for reach in open_rounds.values()]
        most = [reach.most for reach in open_rounds.values()]
        return self._totals(self.index.adjusted(member) + self.index.started(member), fixed, least, most)

    def of_last_round(self, member: Member, points: Fraction, *, may_go_on: bool) -> PointsRange:
        """In a knock-out, where only the last round counts: the points of a running table, or of one to come."""
        running = self.index.running.get(member, ())
        found = [_sum(PointsRange(points, points), self._of_running(table, member)) for table in running]
        if may_go_on or running:
            found.append(_sum(self._unknown_round, self._handicap(member)))
        found = found or [PointsRange(points, points)]
        return PointsRange(min(reach.least for reach in found), max(reach.most for reach in found))

    def can_be_ranked(self, member: Member, results: Sequence[RoundResult]) -> bool:
        """Whether the member has played the minimum of rounds, or still may."""
        running = {table.round for table in self.index.running.get(member, ())}
        new = running - {result.round for result in results if result.how in ("table", "bye")}
        if is_gone(results) and not new and not self.to_come:
            return False
        return played(results) + len(new) + self.to_come >= self.season.scheme.minimum

    def _open_rounds(self, member: Member, sure: Mapping[int, Fraction]) -> dict[int, PointsRange]:
        """What the rounds with a running table, and those to come, can bring."""
        found = dict.fromkeys(self._to_come, _sum(self._unknown_round, self._handicap(member)))
        for table in self.index.running.get(member, ()):
            reach = self._of_running(table, member)
            if former := found.get(table.round):
                reach = _sum(former, reach)
            elif (points := sure.get(table.round)) is not None:
                reach = PointsRange(points + reach.least, points + reach.most)
            found[table.round] = reach
        return found

    def _of_running(self, table: TableInput, member: Member) -> PointsRange:
        return _sum(self._of_table(table, member), self._handicap_at(table, member))

    def _handicap(self, member: Member) -> PointsRange:
        """What the handicap brings in a round to come: nothing if the member misses it."""
        per_match = self.index.per_match(member)
        return PointsRange(min(NOTHING, per_match), max(NOTHING, per_match))

    def _handicap_at(self, table: TableInput, member: Member) -> PointsRange:
        """What the handicap brings at a running table: its share depends on who plays the deals to come."""
        scheme, per_match = self.season.scheme, self.index.per_match(member)
        if not per_match or (scheme.credit == "seat" and member not in table.seats):
            return PointsRange(NOTHING, NOTHING)
        own, length = self._own_deals(table, member), len(table.deals) + table.to_come
        end = per_match * Fraction(own + table.to_come, length)
        # A member who has played every deal keeps the seat, so that the match is whole.
        keeps = member in table.seats and own == len(table.deals) and not scheme.above_field
        start = end if keeps else per_match * Fraction(own, length)
        return PointsRange(min(start, end), max(start, end))

    def _own_deals(self, table: TableInput, member: Member) -> int:
        """How many finished deals count as the member's own."""
        scheme, found = self.season.scheme, 0
        for deal in table.deals:
            players = table.seats if scheme.credit == "seat" else deal.players or table.seats
            found += sum(
                player == member and (scheme.bots == "full" or seat not in deal.bots)
                for seat, player in enumerate(players)
            )
        return found

    def _averaged_byes(self, results: Sequence[RoundResult]) -> set[int]:
        """The rounds with a bye that is worth the average of the rounds at tables."""
        if self.season.scheme.bye is not None:
            return set()
        return {result.round for result in results if result.how == "bye"}

    def _totals(
        self, given: Fraction, fixed: Sequence[Fraction], least: Sequence[Fraction], most: Sequence[Fraction]
    ) -> PointsRange:
        """The totals of the rounds that count, with points given. The fixed rounds are the same at both ends."""
        (more, *numbers), unit = as_integers([given, *fixed, *least, *most])
        of_fixed, of_open = numbers[: len(fixed)], numbers[len(fixed) :]
        low, high = of_fixed + of_open[: len(least)], of_fixed + of_open[len(least) :]
        limit = self.index.limit
        return PointsRange(
            Fraction(more + sum_of_best(low, limit), unit), Fraction(more + sum_of_best(high, limit), unit)
        )

    def _of_table(self, table: TableInput, member: Member) -> PointsRange:
        """The range of what a running table can bring."""
        scheme = self.season.scheme
        if scheme.above_field:
            return self._of_sealed(table, member)
        if scheme.credit == "deals" and any(deal.players not in (None, table.seats) for deal in table.deals):
            return self._of_shares(table, member)
        if member not in table.seats:
            return PointsRange(NOTHING, NOTHING)
        scores, seats, to_come = self._scores_at(table), len(table.seats), table.to_come
        own, best, worst = scores[table.seats.index(member)], 1, seats
        if scheme.points != "raw":
            spread = to_come * (scheme.deal_range[1] - scheme.deal_range[0])
            best += sum([score - own > spread for score in scores])
            worst -= sum([own - score > spread for score in scores])
        length = len(table.deals) + to_come
        if any(table.seats.index(member) in deal.bots for deal in table.deals) and scheme.bots != "full":
            return self._beside_bot(table, table.seats.index(member), best, worst)
        return self._seat(own, sum(scores), seats, length, to_come, best, worst)

    def _of_sealed(self, table: TableInput, member: Member) -> PointsRange:
        """The range where the results of other tables, which nobody knows yet, count as well."""
        scheme, seats = self.season.scheme, len(table.seats)
        if member not in table.seats and scheme.credit != "deals":
            return PointsRange(NOTHING, NOTHING)
        length = len(table.deals) + table.to_come
        most = NOTHING
        if scheme.points != "place":
            most = length * (scheme.deal_range[1] - scheme.deal_range[0]) * self.index.scoring.factor(length)
        least, scale = -most, (NOTHING,) if scheme.points == "raw" else self.index.scoring.scale(seats)
        # Somebody else or a bot may play all the deals.
        return PointsRange(min(least + min(NOTHING, *scale), scheme.absent), max(most + max(scale), scheme.absent))

    def _beside_bot(self, table: TableInput, seat: int, best: int, worst: int) -> PointsRange:
        """The range of a member for whom a bot has played deals, and who plays those to come."""
        scores, seats, length = self._scores_at(table), len(table.seats), len(table.deals) + table.to_come
        least, most = self._raw(scores[seat], sum(scores), seats, length, table.to_come)
        lost = self._lost(table, seat, [deal for deal in table.deals if seat in deal.bots])
        least, most = least - lost, most - lost
        if self.season.scheme.points != "raw":
            bots = Fraction(sum([seat in deal.bots for deal in table.deals]), length)
            for_bot = self.index.scoring.for_bot
            scale = [
                points * (1 - bots) + for_bot(points * bots)
                for points in self.index.scoring.scale(seats)[best - 1 : worst]
            ]
            least, most = least + min(scale), most + max(scale)
        if all(seat in deal.bots for deal in table.deals):
            least = min(least, self.season.scheme.absent)
        return PointsRange(least, most)

    def _lost(self, table: TableInput, seat: int, deals: Sequence[DealInput]) -> Fraction:
        """What does not count of the normalised scores of deals that a bot has played."""
        scheme = self.season.scheme
        if scheme.points == "place" or scheme.bots == "full":
            return NOTHING
        factor = Fraction(scheme.deals, len(table.deals) + table.to_come) if scheme.pro_rata else Fraction(1)
        means = [Fraction(sum(deal.scores), len(deal.scores)) if scheme.centred else NOTHING for deal in deals]
        points = [(deal.scores[seat] - mean) * factor for deal, mean in zip(deals, means, strict=True)]
        return total(each - self.index.scoring.for_bot(each) for each in points)

    def _of_seat(
        self, score: int, sum_of_seats: int, seats: int, length: int, to_come: int, best: int, worst: int
    ) -> PointsRange:
        """The range of a seat that one member plays throughout; ``best`` and ``worst`` are places."""
        least, most = self._raw(score, sum_of_seats, seats, length, to_come)
        if self.season.scheme.points == "raw":
            return PointsRange(least, most)
        scale = self.index.scoring.scale(seats)[best - 1 : worst]
        return PointsRange(least + min(scale), most + max(scale))

    def _of_shares(self, table: TableInput, member: Member) -> PointsRange:
        """Where seats changed hands, the deals to come may go to anybody who has held them."""
        scheme = self.season.scheme
        least = most = NOTHING
        has_played = False
        for seat, owner in enumerate(table.seats):
            own = [deal for deal in table.deals if (deal.players or table.seats)[seat] == member]
            if not own and owner != member:
                continue
            bots = [deal for deal in own if seat in deal.bots and scheme.bots != "full"]
            has_played |= len(bots) < len(own)
            scored = sum([deal.scores[seat] for deal in own])
            of_all = sum([sum(deal.scores) for deal in own])
            length = len(table.deals) + table.to_come
            if_none = self._raw(scored, of_all, len(table.seats), length, 0)
            if_all = self._raw(scored, of_all, len(table.seats), length, table.to_come)
            lost = self._lost(table, seat, bots)
            least += min(if_none.least, if_all.least) - lost
            most += max(if_none.most, if_all.most) - lost
            if scheme.points != "raw":
                scale = self.index.scoring.scale(len(table.seats))
                least, most = least + min(NOTHING, *scale), most + max(NOTHING, *scale)
        if not has_played:
            least, most = min(least, scheme.absent), max(most, scheme.absent)
        return PointsRange(least, most)

    def _scores_at(self, table: TableInput) -> list[int]:
        """By seat, the score after the finished deals."""
        if table.place not in self._scores:
            seats = range(len(table.seats))
            self._scores[table.place] = [sum([deal.scores[seat] for deal in table.deals]) for seat in seats]
        return self._scores[table.place]

    def _of_score(self, score: int, sum_of_seats: int, seats: int, length: int, to_come: int) -> PointsRange:
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


def _sum(one: PointsRange, other: PointsRange) -> PointsRange:
    return PointsRange(one.least + other.least, one.most + other.most)


def _either(one: PointsRange, other: PointsRange) -> PointsRange:
    return PointsRange(min(one.least, other.least), max(one.most, other.most))


def _average(sure: Mapping[int, Fraction], open_rounds: Mapping[int, PointsRange]) -> PointsRange:
    """The range of the average of the member's rounds at tables, of which they may miss open ones."""
    fixed = [points for number, points in sure.items() if number not in open_rounds]
    least = sorted(reach.least for reach in open_rounds.values())
    most = sorted((reach.most for reach in open_rounds.values()), reverse=True)
    return PointsRange(min(_averages(fixed, least)), max(_averages(fixed, most)))


def _averages(fixed: Sequence[Fraction], more: Sequence[Fraction]) -> list[Fraction]:
    """The averages of the fixed points with none, one, two … of the others."""
    sums = accumulate([total(fixed), *more])
    return [all_ / max(1, count) for count, all_ in enumerate(sums, start=len(fixed))]


def _of_unknown_round(season: SeasonInput) -> PointsRange:
    """The range of a round that has no tables yet. A member may miss it."""
    scheme = season.scheme
    ends = [scheme.absent, scheme.void]
    # Of a member who has nothing but byes, the average is nothing.
    ends.append(NOTHING if scheme.bye is None else scheme.bye)
    low, high = (Fraction(end * scheme.deals) for end in scheme.deal_range)
    if scheme.centred or scheme.above_field:
        low, high = low - high, high - low
    if scheme.points == "place":
        low = high = NOTHING
    if scheme.points != "raw" and scheme.places:
        every = [points for scale in scheme.places for points in scale]
        low, high = low + min(every), high + max(every)
    return PointsRange(min(low, *ends), max(high, *ends))
