"""Knock-outs: the best of each table go on, and a place says how far somebody has come.

Once the next round has begun, those went on who are in it. Until then the first of each table go on who are still in
the season. At a table the points of that round decide; then the tie-breaks of the season; then the seed, which is the
order of the members. A member for whom a bot played all deals comes last. At a void table all have the same points.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from .inputs import Member, TableInput, TieBreak
from .points import SeasonIndex, is_gone, is_running
from .tie_breaks import TieBreaker, TieBreakValue

DecidedBy = Literal["points", "seed", "others_left"] | TieBreak


class Step(NamedTuple):
    """What a member has done in one round."""

    round: int
    table: int
    """Its number; 0: a bye."""
    place: int = 0
    """Among the members at the table; 0: with a bye, or while the table runs."""
    of: int = 0
    """The members at the table."""
    on: bool | None = None
    """Whether they go on; None: the table runs, or it is the final."""
    by: DecidedBy = "points"
    """What parted them from those with the same points across the line, or who went on in the place of others."""


class KnockOut:
    """Who is still in, and the order of everybody."""

    def __init__(self, index: SeasonIndex) -> None:
        self.index, self.season = index, index.season
        self.seed = {member: at for at, member in enumerate(self.season.members)}
        self.latest = max(index.held, default=0)
        self.left = {*self.season.left}
        self.open_tables = {*self.season.open_tables}
        self.tallies = {member: index.tallied(member) for member in self.season.members}
        self.points = {member: tally.points for member, tally in self.tallies.items()}
        self.breaker = TieBreaker(index, self.points)
        self.tables: dict[int, list[TableInput]] = {}
        for table in self.season.tables:
            if not table.division:
                self.tables.setdefault(table.round, []).append(table)
        self.byes: dict[int, list[Member]] = {}
        for bye in self.season.byes:
            self.byes.setdefault(bye.round, []).append(bye.member)
        self.lines = {table.place: self._line(table) for own in self.tables.values() for table in own}
        """By table, its members in order, the best first; empty while it runs."""
        self.going_on = {*self._who_go_on()}
        """From the latest round, as far as it is over."""
        self.playing = {*self._who_play()}
        """Who sits at a running table of the latest round."""

    def in_round(self, number: int) -> set[Member]:
        """Who has a seat or a bye in the round."""
        seats = {member for table in self.tables.get(number, ()) for member in table.seats if member is not None}
        return seats | {*self.byes.get(number, ())}

    def is_final(self, number: int) -> bool:
        return len(self.tables.get(number, ())) == 1 and not self.byes.get(number)

    def from_table(self, table: TableInput) -> int:
        """How many go on from the table."""
        if self.is_final(table.round):
            return 0
        members = sum(member is not None for member in table.seats)
        return max(1, min(self.season.scheme.advancing, members - 1))

    @property
    def is_open(self) -> bool:
        """Whether places may still change."""
        if self.season.is_over or self.index.running:
            return bool(self.index.running)
        return len(self.going_on) > 1 or not self.latest

    @property
    def to_draw(self) -> list[Member]:
        """Who is to be drawn to the next round, the best rank first: the first of each table, then the second ones."""
        if not self.is_open or self.latest not in self.index.over:
            return []
        place = {member: at for line in self.lines.values() for at, member in enumerate(line)}
        order = [member for group, _ties in self.ordered(self.going_on) for member in group]
        in_latest = {member for table in self.tables.get(self.latest, ()) for member in table.seats}
        return sorted(order, key=lambda member: place[member] if member in in_latest else -1)

    def reached(self, member: Member) -> tuple[int, bool]:
        """The last round that they were in, or that they go on to, and whether they still play in it."""
        return self.index.last_round[member] + (member in self.going_on), member in self.playing

    def ordered(self, members: Iterable[Member]) -> list[tuple[list[Member], list[list[TieBreakValue]]]]:
        """Members in groups that share a place, by how far they came, then by the points of their last round."""
        height = self.breaker.heights
        key = {member: (self.reached(member), not self._was_gone(member), height[member]) for member in {*members}}
        found = []
        for _, tied in groupby(sorted(key, key=lambda one: (key[one], -self.seed[one]), reverse=True), key.__getitem__):
            found += self.breaker.ordered(list(tied))
        return found

    def steps(self, member: Member) -> tuple[Step, ...]:
        """The rounds that the member was in."""
        return tuple(
            self._step(member, number)
            for number in sorted(self.index.held)
            if number <= self.index.last_round[member] and member in self.in_round(number)
        )

    def places(self, member: Member, place: int) -> tuple[int, int]:
        """The best and the worst place that they can still get, if nobody leaves."""
        last = self.index.last_round[member]
        if not self.is_open or last < self.latest:
            return place, place
        if not last:
            return 1, len(self.seed)
        open_tables = [table for table in self.tables[self.latest] if is_running(table)]
        most = len(self.going_on) + sum(map(self.from_table, open_tables))
        if member in self.going_on:
            return 1, most
        if any(member in table.seats for table in open_tables):
            return 1, len(self.in_round(self.latest))
        rivals = [
            other
            for other in self.in_round(self.latest) - self.going_on - {member}
            if not any(other in table.seats for table in open_tables)
        ]
        better = sum(self.points[other] > self.points[member] for other in rivals)
        worse = sum(self.points[other] < self.points[member] for other in rivals)
        return 1 + most + better, len(self.in_round(self.latest)) - worse

    # --- Steps of the above ---

    def _who_go_on(self) -> Iterable[Member]:
        yield from (member for member in self.byes.get(self.latest, ()) if member not in self.left)
        for table in self.tables.get(self.latest, ()):
            there = [member for member in self.lines[table.place] if member not in self.left]
            yield from there[: self.from_table(table)]

    def _who_play(self) -> Iterable[Member]:
        for table in self.tables.get(self.latest, ()):
            if self._runs(table):
                yield from (member for member in table.seats if member is not None)

    def _runs(self, table: TableInput) -> bool:
        return is_running(table) or table.place in self.open_tables

    def _line(self, table: TableInput) -> list[Member]:
        """The members at a table that is over, the best first."""
        if self._runs(table):
            return []
        number, members = table.round, [member for member in table.seats if member is not None]
        points = {
            member: (not self._was_gone(member, number), self.index.points_in(member, number)) for member in members
        }
        after = self.in_round(number + 1)
        line: list[Member] = []
        for _, tied in groupby(sorted(members, key=points.__getitem__, reverse=True), key=points.__getitem__):
            level = list(tied)
            if number < self.latest:
                # Later rounds may have changed the tie-breaks since; what they said then is known.
                line += sorted(level, key=lambda member: (member not in after, self.seed[member]))
            else:
                for group, _ties in self.breaker.ordered(level):
                    line += sorted(group, key=self.seed.__getitem__)
        return line

    def _was_gone(self, member: Member, number: int = 0) -> bool:
        """Whether bots played all deals of the member in the round, or in all."""
        results = self.tallies[member].results
        return is_gone([result for result in results if number in (0, result.round)])

    def _step(self, member: Member, number: int) -> Step:
        table = next((each for each in self.tables.get(number, ()) if member in each.seats), None)
        is_on = member in (self.in_round(number + 1) if number < self.latest else self.going_on)
        if table is None:
            return Step(number, 0, on=is_on)
        line = self.lines[table.place]
        if not line:
            return Step(number, table.number)
        place = line.index(member) + 1
        if self.is_final(number):
            return Step(number, table.number, place, len(line))
        return Step(number, table.number, place, len(line), is_on, self._decided_by(member, table, line, is_on=is_on))

    def _decided_by(self, member: Member, table: TableInput, line: Sequence[Member], *, is_on: bool) -> DecidedBy:
        """What put the member on their side of the line."""
        go = self.from_table(table)
        if is_on and line.index(member) >= go:
            return "others_left"
        number = table.round
        last, first = line[go - 1], line[go] if go < len(line) else None
        if first is None or member in self.left or self._height(last, number) != self._height(first, number):
            return "points"
        if self._height(member, number) != self._height(first, number):
            return "points"
        return self._separating(last, first) if number == self.latest else "seed"

    def _height(self, member: Member, number: int) -> tuple[bool, object]:
        return self._was_gone(member, number), self.index.points_in(member, number)

    def _separating(self, upper: Member, lower: Member) -> DecidedBy:
        """The first tie-break that tells them apart, or else the seed."""
        [*groups] = self.breaker.ordered([upper, lower])
        if len(groups) < 2:
            return "seed"
        return groups[0][1][0][-1].tie_break
