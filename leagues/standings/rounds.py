"""A member's rounds, which of them count, and his total."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from .tables import Line, Scoring, counts
from .values import Adjustment, Member, Season, Table, as_integers, total


class Result(NamedTuple):
    """Of a member in a round that is over for him."""

    round: int
    how: Literal["table", "bye", "void", "absent"]
    points: Fraction
    lines: tuple[Line, ...] = ()
    is_counted: bool = True


class Tally:
    """A season looked up from all sides."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.scoring = Scoring(season.scheme)
        self.lines_at: dict[tuple[int, int], list[Line]] = {}
        """By round and number of the table."""
        self.lines_of: dict[Member, list[Line]] = {member: [] for member in season.members}
        self.byes_of: dict[Member, list[int]] = {}
        self.void_for: dict[Member, list[int]] = {}
        self.running: dict[Member, list[Table]] = {}
        self.adjustments_of: dict[Member, list[Adjustment]] = {}
        for table in season.tables:
            self._add(table)
        for bye in season.byes:
            self.byes_of.setdefault(bye.member, []).append(bye.round)
        for adjustment in season.adjustments:
            if not adjustment.is_cancelled:
                self.adjustments_of.setdefault(adjustment.member, []).append(adjustment)
        open_rounds = {table.round for table in season.tables if is_running(table)}
        held = {table.round for table in season.tables} | {bye.round for bye in season.byes}
        self.over = sorted(held - open_rounds)
        self.held = held
        self.to_come = 0 if season.is_over else max(0, season.rounds - len(held))
        """Rounds of which nothing is known yet."""

    def _add(self, table: Table) -> None:
        at = table.round, table.number
        if is_running(table):
            for member in {*table.seats, *_players(table)} - {None}:
                self.running.setdefault(member, []).append(table)  # type: ignore[arg-type]
        elif not counts(table):
            for member in table.seats:
                if member is not None:
                    self.void_for.setdefault(member, []).append(table.round)
        else:
            self.lines_at[at] = self.scoring.lines(table)
            for line in self.lines_at[at]:
                self.lines_of.setdefault(line.member, []).append(line)

    def results(self, member: Member) -> list[Result]:
        """By round; which of them count is not said yet."""
        scheme = self.season.scheme
        by_round: dict[int, list[Line]] = {}
        for line in self.lines_of.get(member, ()):
            by_round.setdefault(line.round, []).append(line)
        found = {
            number: Result(number, "table", total(line.points for line in own), tuple(own))
            for number, own in by_round.items()
        }
        bye = scheme.bye
        if bye is None:
            bye = total(result.points for result in found.values()) / max(1, len(found))
        for number in self.byes_of.get(member, ()):
            found.setdefault(number, Result(number, "bye", bye))
        for number in self.void_for.get(member, ()):
            found.setdefault(number, Result(number, "void", scheme.void))
        if len(found) < len(self.over):
            for number in self.over:
                found.setdefault(number, Result(number, "absent", scheme.absent))
        return [found[number] for number in sorted(found)]

    def adjusted(self, member: Member) -> Fraction:
        return total(adjustment.points for adjustment in self.adjustments_of.get(member, ()))

    def counted(self, results: Sequence[Result]) -> list[Result]:
        """The same, with those marked that do not count: the worst, of equals the later ones.

        The results come by round, and have not been marked yet.
        """
        limit = how_many_count(self.season)
        if len(results) <= limit:
            return list(results)
        points, _ = as_integers([result.points for result in results])
        best = sorted(range(len(results)), key=points.__getitem__, reverse=True)[:limit]
        found = list(results)
        for at in set(range(len(results))).difference(best):
            found[at] = found[at]._replace(is_counted=False)
        return found


def is_running(table: Table) -> bool:
    return table.to_come > 0 and not table.is_void


def _players(table: Table) -> set[Member | None]:
    return {player for deal in table.deals for player in deal.players or ()}


def how_many_count(season: Season) -> int:
    """Rounds of a member; nothing is dropped before he has more."""
    rounds, scheme = season.rounds, season.scheme
    best = rounds if scheme.best is None else scheme.best
    return max(0, min(best, rounds - scheme.drop))


def best_total(points: Sequence[Fraction], limit: int) -> Fraction:
    """Of so many of the largest."""
    if len(points) <= limit:
        return total(points)
    numbers, unit = as_integers(points)
    return Fraction(sum(sorted(numbers, reverse=True)[:limit]), unit)


def points_of(results: Sequence[Result], adjusted: Fraction) -> Fraction:
    return total(result.points for result in results if result.is_counted) + adjusted


def played(results: Sequence[Result]) -> int:
    """In how many rounds he was: at a table or with a bye."""
    return sum(result.how in ("table", "bye") for result in results)
