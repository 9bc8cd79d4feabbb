"""The points of each member: for a table, for a round, and which rounds count."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from .inputs import NOTHING, AdjustmentInput, Member, Scheme, SeasonInput, TableInput, as_integers, total

# --- Tables ---


class SeatPoints(NamedTuple):
    """What a seat gets for a match."""

    score: int
    """As played, before it is normalised."""
    raw: Fraction
    """The normalised score; zero if the season counts places only."""
    place: Fraction
    """Points for the place."""
    places: tuple[int, int]
    """The first and the last of the places that the seats with this score share."""
    points: Fraction
    """Both together."""


class TableResult(NamedTuple):
    """What a member gets for a seat at a table."""

    member: Member
    table: TableInput
    seat: int
    deals: tuple[int, ...]
    """Indices of the deals credited to the member."""
    score: int
    raw: Fraction
    place: Fraction
    places: tuple[int, int]
    points: Fraction
    """These five are those of `SeatPoints`, or the member's share of them."""
    bots: tuple[int, ...]
    """Those of the deals that a bot played."""
    own: tuple[int, ...]
    """Those that count like the member's own: the others, or all if the season makes no difference."""
    handicap: Fraction = NOTHING
    """The part of the points that the member got without having played for it."""

    @property
    def round(self) -> int:
        return self.table.round


def counts(table: TableInput) -> bool:
    return bool(table.deals) and not table.is_void


def is_running(table: TableInput) -> bool:
    return table.to_come > 0 and not table.is_void


class TablePoints:
    """Points by a scheme. It remembers what it has computed, because the same few figures come again and again."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._whole = cache(self._of_match)
        self._of = cache(self._normalised)
        self._places: dict[tuple[int, int, int], Fraction] = {}
        self._scales: dict[int, tuple[Fraction, ...]] = {}

    def results(self, table: TableInput) -> list[TableResult]:
        """The result of everybody who gets something; nobody does while the table runs, or if it is void."""
        if table.to_come or not counts(table):
            return []
        columns = zip(*[deal.scores for deal in table.deals], strict=True)
        points = self._of_seats([sum(column) for column in columns], len(table.deals))
        points = self._of_seats_above_field(table, points)
        every = tuple(range(len(table.deals)))
        if self.scheme.credit == "deals":
            return self._shared(table, points)
        return [
            self._result(owner, table, seat, every, points[seat])
            for seat, owner in enumerate(table.seats)
            if owner is not None
        ]

    def _result(
        self, member: Member, table: TableInput, seat: int, deals: tuple[int, ...], whole: SeatPoints
    ) -> TableResult:
        """What a member gets who is credited with these deals of the seat."""
        bots = tuple(number for number in deals if seat in table.deals[number].bots)
        own = deals
        if bots and self.scheme.bots != "full":
            own = tuple(number for number in deals if number not in bots)
        part = whole if len(own) == len(table.deals) else self._part(table, seat, deals, own, whole)
        return TableResult(member, table, seat, deals, *part, bots, own)

    def for_bot(self, points: Fraction) -> Fraction:
        """What is left of points that a bot has made for somebody."""
        return min(points, NOTHING) if self.scheme.bots == "losses" else NOTHING

    def _of_seats(self, scores: list[int], played: int) -> list[SeatPoints]:
        """What each seat gets that one member played throughout."""
        ordered, sum_of_seats, seats = sorted(scores, reverse=True), sum(scores), len(scores)
        found = []
        for score in scores:
            first = ordered.index(score) + 1
            last = first + ordered.count(score) - 1
            found.append(self._whole(score, sum_of_seats, seats, played, first, last))
        return found

    def _of_seats_above_field(self, table: TableInput, points: list[SeatPoints]) -> list[SeatPoints]:
        """The same where the deals of each seat are compared with those of other tables, not only added up."""
        if self.scheme.points == "place" or not self.scheme.above_field:
            return points
        numbers = range(len(table.deals))
        raws = [total(self.of_deal(table, seat, number) for number in numbers) for seat in range(len(points))]
        return [each._replace(raw=raw, points=raw + each.place) for each, raw in zip(points, raws, strict=True)]

    def _shared(self, table: TableInput, points: Sequence[SeatPoints]) -> list[TableResult]:
        """The results if each member gets the deals that they played."""
        return [
            self._result(member, table, seat, deals, whole)
            for seat, whole in enumerate(points)
            for member, deals in _credited(table, seat).items()
        ]

    def of_deal(self, table: TableInput, seat: int, number: int) -> Fraction:
        """What a deal brings the seat. The sum over all deals is what the table brings."""
        deal = table.deals[number]
        points = self._of(deal.scores[seat], sum(deal.scores), len(deal.scores), len(table.deals))
        if self.scheme.above_field and deal.fields:
            points -= deal.fields[seat].mean * self.factor(len(table.deals))
        return points

    def of_places(self, size: int, first: int, last: int) -> Fraction:
        """The points of each seat that shares the places from first to last, at a table of that size.

        >>> scheme = Scheme(places=((Fraction(4), Fraction(2), Fraction(0)),))
        >>> TablePoints(scheme).of_places(3, 1, 2)
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

    def _of_match(self, score: int, sum_of_seats: int, seats: int, played: int, first: int, last: int) -> SeatPoints:
        """What a seat gets that one member played throughout."""
        raw = place = NOTHING
        if self.scheme.points != "place":
            raw = self._of(score, sum_of_seats, seats, played)
        if self.scheme.points != "raw":
            place = self.of_places(seats, first, last)
        return SeatPoints(score, raw, place, (first, last), raw + place)

    def _part(
        self, table: TableInput, seat: int, deals: tuple[int, ...], own: tuple[int, ...], whole: SeatPoints
    ) -> SeatPoints:
        """The share of the member who is credited with these deals, of which only some count as their own."""
        score = sum([table.deals[number].scores[seat] for number in own])
        raw = NOTHING
        if self.scheme.points != "place":
            raw = total(self.counted(table, seat, number, number in own) for number in deals)
        place = whole.place * Fraction(len(own), len(table.deals))
        place += self.for_bot(whole.place * Fraction(len(deals) - len(own), len(table.deals)))
        return SeatPoints(score, raw, place, whole.places, raw + place)

    def counted(self, table: TableInput, seat: int, number: int, is_own: bool) -> Fraction:
        """What a deal brings the member who is credited with it."""
        points = self.of_deal(table, seat, number)
        return points if is_own else self.for_bot(points)

    def _normalised(self, score: int, sum_of_seats: int, seats: int, played: int) -> Fraction:
        """The score, normalised as the scheme says."""
        points = Fraction(score)
        if self.scheme.centred:
            points -= Fraction(sum_of_seats, seats)
        return points * self.factor(played)

    def factor(self, played: int) -> Fraction:
        """The factor of scores at a table with so many deals."""
        return Fraction(self.scheme.deals, played) if self.scheme.pro_rata else Fraction(1)


def _credited(table: TableInput, seat: int) -> dict[Member, tuple[int, ...]]:
    """The members who played the seat, and which deals."""
    deals: dict[Member, tuple[int, ...]] = {}
    for number, deal in enumerate(table.deals):
        player = (deal.players or table.seats)[seat]
        if player is not None:
            deals[player] = (*deals.get(player, ()), number)
    return deals


def scale_for(places: tuple[tuple[Fraction, ...], ...], size: int) -> tuple[Fraction, ...]:
    """Points by place at a table of that size. A size without its own scale gets the first one, rescaled.

    Both scales are laid over the same length, in equal pieces. A place gets the mean of what lies above its piece,
    so the means of both tables are equal.

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
    """The mean of the scale between two points of the length from 0 to 1."""
    width = Fraction(1, len(scale))
    pieces = []
    for at, points in enumerate(scale):
        overlap = min(end, (at + 1) * width) - max(start, at * width)
        if overlap > 0:
            pieces.append(points * overlap)
    return total(pieces) / (end - start)


# --- Rounds ---


class RoundResult(NamedTuple):
    """What a member gets for a round that is over for them."""

    round: int
    how: Literal["table", "gone", "bye", "void", "replaced", "absent"]
    """`gone`: at a table, where a bot played all the member's deals. `replaced`: where others did."""
    points: Fraction
    tables: tuple[TableResult, ...] = ()
    is_counted: bool = True
    is_running: bool = False
    """The points are those so far, at a table that still runs (`running_standings`)."""
    running: Fraction = NOTHING
    """The points of such tables: another table of the same round may be over."""


class Tally(NamedTuple):
    """What a member has so far."""

    results: tuple[RoundResult, ...]
    adjusted: Fraction
    started: Fraction
    points: Fraction
    """The sum of the rounds that count, with the adjustments and the starting points."""


class SeasonIndex:
    """The season by member, by table and by round."""

    def __init__(self, season: SeasonInput) -> None:
        self.season = season
        self.scoring = TablePoints(season.scheme)
        self.handicaps = {handicap.member: handicap for handicap in season.handicaps}
        self.results_at: dict[tuple[int, int, int], list[TableResult]] = {}
        """By the place of the table."""
        self.results_of: dict[Member, list[TableResult]] = {member: [] for member in season.members}
        self.byes_of: dict[Member, list[int]] = {}
        self.void_for: dict[Member, list[int]] = {}
        self.running: dict[Member, list[TableInput]] = {}
        self.adjustments_of: dict[Member, list[AdjustmentInput]] = {}
        for table in season.tables:
            self._add(table)
        for bye in season.byes:
            self.byes_of.setdefault(bye.member, []).append(bye.round)
        for adjustment in season.adjustments:
            if not adjustment.is_cancelled:
                self.adjustments_of.setdefault(adjustment.member, []).append(adjustment)
        own = [table for table in season.tables if not table.division]
        open_rounds = {table.round for table in own if is_running(table)}
        held = {table.round for table in own} | {bye.round for bye in season.byes}
        self.over = sorted(held - open_rounds - {*season.open_rounds})
        self.held = held
        self.to_come = 0 if season.is_over else max(0, season.rounds - len(held))
        """The number of rounds that have no tables yet."""
        self.limit = how_many_count(season)
        self.last_round = self._last_rounds() if season.scheme.advancing else {}
        """In a knock-out, the last round in which each member has had a seat or a bye; 0: none."""

    def _last_rounds(self) -> dict[Member, int]:
        found = dict.fromkeys(self.season.members, 0)
        for table in self.season.tables:
            for member in table.seats if not table.division else ():
                if member in found:
                    found[member] = max(found[member], table.round)
        for bye in self.season.byes:
            found[bye.member] = max(found.get(bye.member, 0), bye.round)
        return found

    def _add(self, table: TableInput) -> None:
        if is_running(table):
            for member in self._who_may_get_something(table):
                self.running.setdefault(member, []).append(table)
        elif not counts(table):
            for owner in table.seats:
                if owner is not None:
                    self.void_for.setdefault(owner, []).append(table.round)
        else:
            self.results_at[table.place] = [self._with_handicap(each) for each in self.scoring.results(table)]
            for result in self.results_at[table.place]:
                self.results_of.setdefault(result.member, []).append(result)

    def _with_handicap(self, result: TableResult) -> TableResult:
        per_match = self.per_match(result.member)
        if not per_match:
            return result
        points = per_match * Fraction(len(result.own), len(result.table.deals))
        return result._replace(handicap=points, points=result.points + points)

    def per_match(self, member: Member) -> Fraction:
        """The handicap that a whole match brings the member."""
        handicap = self.handicaps.get(member)
        return handicap.per_match if handicap else NOTHING

    def started(self, member: Member) -> Fraction:
        handicap = self.handicaps.get(member)
        return handicap.start if handicap else NOTHING

    def _who_may_get_something(self, table: TableInput) -> set[Member]:
        """The owners of the seats; with points by deals, also those who have played for them."""
        found = {*table.seats}
        if self.season.scheme.credit == "deals":
            found |= {player for deal in table.deals for player in deal.players or ()}
        return {member for member in found if member is not None}

    def rounds_of(self, member: Member) -> list[RoundResult]:
        """The member's results by round, before any is dropped."""
        scheme = self.season.scheme
        found: dict[int, RoundResult] = {}
        for result in self.results_of.get(member, ()):
            number, former = result.table.round, found.get(result.table.round)
            if former is None:
                found[number] = RoundResult(number, "table", result.points, (result,))
            else:
                points, tables = former.points + result.points, (*former.tables, result)
                found[number] = former._replace(points=points, tables=tables)
        for number, result_ in found.items():
            if all(not table.own for table in result_.tables):
                # Nobody is better off than those who were not there at all.
                found[number] = result_._replace(how="gone", points=min(result_.points, scheme.absent))
        if byes := self.byes_of.get(member):
            bye = scheme.bye
            if bye is None:
                own = [result.points for result in found.values() if result.how == "table"]
                bye = total(own) / max(1, len(own))
            for number in byes:
                found.setdefault(number, RoundResult(number, "bye", bye))
        for number in self.void_for.get(member, ()):
            found.setdefault(number, RoundResult(number, "void", scheme.void))
        for number in self.over:
            if number not in found:
                found[number] = RoundResult(number, self._missed(member, number), scheme.absent)
        return [found[number] for number in sorted(found)]

    def _missed(self, member: Member, number: int) -> Literal["replaced", "absent"]:
        """Why the member has no result in a round that is over."""
        # The owner of a seat always has one, unless each gets the deals that they played.
        has_seat = self.season.scheme.credit == "deals" and any(
            member in table.seats for table in self.season.tables if table.round == number
        )
        return "replaced" if has_seat else "absent"

    def adjusted(self, member: Member) -> Fraction:
        given = self.adjustments_of.get(member)
        return total(adjustment.points for adjustment in given) if given else NOTHING

    def points_in(self, member: Member, number: int) -> Fraction:
        """In a knock-out, the points of the member in one round, with what was given in it."""
        result = next((each for each in self.rounds_of(member) if each.round == number), None)
        given = self.adjusted_in(member, number) + self.started_in(member, number)
        return given + (result.points if result else NOTHING)

    def started_in(self, member: Member, number: int) -> Fraction:
        """In a knock-out, starting points count in the first round."""
        return self.started(member) if number == 1 else NOTHING

    def adjusted_in(self, member: Member, number: int) -> Fraction:
        return total(each.points for each in self.adjustments_of.get(member, ()) if self.counts_in(each) == number)

    def counts_in(self, adjustment: AdjustmentInput) -> int:
        """In a knock-out, the round in which an adjustment counts: the last one that the member was in by then."""
        return min(max(adjustment.round, 1), self.last_round.get(adjustment.member, 0))

    def _tallied_in_knock_out(self, member: Member) -> Tally:
        """Only the last round counts, and nobody misses a round after that."""
        last = self.last_round.get(member, 0)
        results = [
            result._replace(is_counted=result.round == last)
            for result in self.rounds_of(member)
            if result.round <= last
        ]
        adjusted, started = self.adjusted_in(member, last), self.started_in(member, last)
        return Tally(tuple(results), adjusted, started, self.points_in(member, last))

    def tallied(self, member: Member) -> Tally:
        """The member's rounds, with those marked that do not count: the worst, and of equal ones the later."""
        if self.season.scheme.advancing:
            return self._tallied_in_knock_out(member)
        results, adjusted, started = self.rounds_of(member), self.adjusted(member), self.started(member)
        (more, *points), unit = as_integers([adjusted + started, *[result.points for result in results]])
        if len(results) > self.limit:
            ordered = sorted(range(len(results)), key=points.__getitem__, reverse=True)
            for at in ordered[self.limit :]:
                results[at] = results[at]._replace(is_counted=False)
        every = Fraction(more + sum_of_best(points, self.limit), unit)
        return Tally(tuple(results), adjusted, started, every)


def how_many_count(season: SeasonInput) -> int:
    """How many rounds of a member count. None is dropped before a member has more."""
    rounds, scheme = season.rounds, season.scheme
    best = rounds if scheme.best is None else scheme.best
    return max(0, min(best, rounds - scheme.drop))


def best_total(points: Sequence[Fraction], limit: int) -> Fraction:
    """The sum of the largest, up to the limit."""
    numbers, unit = as_integers(points)
    return Fraction(sum_of_best(numbers, limit), unit)


def sum_of_best(points: list[int], limit: int) -> int:
    return sum(sorted(points, reverse=True)[:limit]) if len(points) > limit else sum(points)


def played(results: Sequence[RoundResult]) -> int:
    """In how many rounds the member took part: at a table or with a bye."""
    return sum([result.how in ("table", "bye") for result in results])


def is_gone(results: Sequence[RoundResult]) -> bool:
    """Whether bots played for the member at every table, so that they are given no place."""
    at_tables = {result.how for result in results} & {"table", "gone"}
    return at_tables == {"gone"}
