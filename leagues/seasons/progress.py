"""How far a round is: what has been played at each table, for whom it waits, and when it will be over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch

from games.models import Game, Seat, Turn
from games.presenting.times import Until, until
from leagues.access import Visitor
from leagues.models import Bye, Division, Entry, Round, Season, Table, TableSeat
from leagues.seasons.recorded import why_closed
from players.models import User

LONGEST_FORECAST = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a table, as all may see it."""

    seat: TableSeat
    name: str
    """Who plays there now; empty: a bot."""
    owner: str
    """Whose seat it is, if that is somebody else."""
    recorded_as: str
    """Under which other name the record of a recorded match has him."""
    is_me: bool
    is_waited_for: bool
    is_sought: bool
    may_replace: bool


@dataclass(frozen=True, slots=True)
class TableProgress:
    table: Table
    sittings: list[Sitting]
    deals: int
    of: int
    until: Until | None
    """Until when those may think for whom the table waits."""
    waiting_since: datetime | None
    may_look: bool
    """Whether the reader may look at the game."""
    is_mine: bool
    may_record: bool
    """Whether the reader may let a match count that was played elsewhere."""


@dataclass(frozen=True, slots=True)
class DivisionProgress:
    division: Division
    tables: list[TableProgress]
    byes: list[str]


@dataclass(frozen=True, slots=True)
class RoundProgress:
    divisions: list[DivisionProgress]
    finished: int
    """Tables that are over, of ``tables``."""
    tables: int
    forecast: datetime | None
    """When the last table will be over, if all go on at the pace that they have had."""

    @property
    def mine(self) -> list[Table]:
        """Where the reader plays now: among forty tables he would have to look for it."""
        rows = [row for division in self.divisions for row in division.tables]
        running = Table.State.RUNNING
        return [row.table for row in rows if row.is_mine and row.table.state == running]


def progress(
    season: Season, round_: Round, user: Visitor, now: datetime, *, organises: bool
) -> RoundProgress:
    """In a number of queries that does not depend on how many tables there are."""
    tables = list(
        round_.tables.select_related("division", "game", "recorded__counted_by")
        .prefetch_related(
            Prefetch("seats", TableSeat.objects.select_related("entry__user").order_by("number")),
            Prefetch("game__seats", Seat.objects.select_related("user").order_by("number")),
        )
        .order_by("division__number", "number")
    )
    round_.season = season
    for table in tables:
        table.round = round_
    turns = _turns(tables)
    of = season.rules.deals
    rows = [
        _row(season, table, turns.get(table.game_id or 0, []), user, now, of, organises)
        for table in tables
    ]
    byes = Bye.objects.filter(round=round_).select_related("entry__user", "entry__division")
    found: dict[int, DivisionProgress] = {}
    for row in rows:
        own = found.setdefault(row.table.division_id, DivisionProgress(row.table.division, [], []))
        own.tables.append(row)
    for bye in byes.order_by("pk"):
        division = bye.entry.division
        if division is not None:
            found.setdefault(division.pk, DivisionProgress(division, [], [])).byes.append(
                bye.entry.name
            )
    over = sum(table.state in (Table.State.FINISHED, Table.State.VOID) for table in tables)
    return RoundProgress(
        sorted(found.values(), key=lambda one: one.division.number),
        over,
        len(tables),
        forecast(tables, of, now) if round_.state == Round.State.RUNNING else None,
    )


def _turns(tables: Sequence[Table]) -> dict[int, list[Turn]]:
    """The open turns of the running games, by game."""
    games = [table.game_id for table in tables if table.state == Table.State.RUNNING]
    found: dict[int, list[Turn]] = {}
    for turn in Turn.objects.filter(game__in=games).order_by("opened_at"):
        found.setdefault(turn.game_id, []).append(turn)
    return found


def _row(
    season: Season,
    table: Table,
    turns: Sequence[Turn],
    user: Visitor,
    now: datetime,
    of: int,
    organises: bool,
) -> TableProgress:
    game = table.game
    is_running = table.state == Table.State.RUNNING and not table.outcome
    waited = {turn.seat for turn in turns} if is_running else set()
    there = _seats_of(table)
    sittings = [
        _sitting(table, seat, there.get(seat.number), user, waited, organises and is_running)
        for seat in table.seats.all()
    ]
    is_mine = any(sitting.is_me for sitting in sittings)
    clocked = [turn for turn in turns if turn.flag is not None]
    first = min(clocked, key=lambda turn: turn.flag or now) if clocked else None
    return TableProgress(
        table=table,
        sittings=sittings,
        deals=len(table.deals_json),
        of=of,
        until=until(first.due, first.flag, now) if first and is_running else None,
        waiting_since=turns[0].opened_at if turns and is_running else None,
        may_look=game is not None and _may_look(user, game),
        is_mine=is_mine,
        may_record=organises and not why_closed(table),
    )


def _seats_of(table: Table) -> dict[int, Seat]:
    """The seats of the table's game by those of the table."""
    there = {seat.number: seat for seat in table.game.seats.all()} if table.game else {}
    if table.outcome != Table.Outcome.RECORDED:
        return there
    return {here: there[number] for here, number in enumerate(table.recorded.seats_json)}


def _sitting(
    table: Table,
    seat: TableSeat,
    sitting: Seat | None,
    user: Visitor,
    waited: set[int],
    may_replace: bool,
) -> Sitting:
    owner = seat.entry
    is_recorded = table.outcome == Table.Outcome.RECORDED
    person = sitting.user if sitting and not is_recorded else _owner(seat)
    name = str(person) if person else ""
    recorded_as = ""
    if is_recorded and sitting is not None:
        name = owner.name if owner else sitting.name
        recorded_as = sitting.name if sitting.name != name else ""
    is_owners = owner is None or owner.user_id == (person.pk if person else None)
    return Sitting(
        seat=seat,
        name=name,
        owner=owner.name if owner and not is_owners and not is_recorded else "",
        recorded_as=recorded_as,
        is_me=user.pk is not None and person is not None and person.pk == user.pk,
        is_waited_for=seat.number in waited,
        is_sought=seat.sought_at is not None,
        may_replace=may_replace
        and owner is not None
        and person is not None
        and seat.sought_at is None,
    )


def _may_look(user: Visitor, game: Game) -> bool:
    """As `games.access` has it; whoever brought a match that was played elsewhere may look at it."""
    if game.is_listed or user.pk is None:
        return game.is_listed
    return user.pk == game.host_id or any(seat.user_id == user.pk for seat in game.seats.all())


def _owner(seat: TableSeat) -> User | None:
    """Who is going to sit there, if the table has not begun."""
    entry = seat.entry
    if entry is None or entry.state != Entry.State.ENTERED:
        return None
    return entry.user


def forecast(tables: Sequence[Table], of: int, now: datetime) -> datetime | None:
    """When the slowest of the running tables will be over at the pace that it has had.

    None if no table has finished a deal yet: nothing is known of its pace then. A table without one is taken to go on
    as the others do.
    """
    running = [table for table in tables if table.state == Table.State.RUNNING and table.opened_at]
    paces = [
        (now - table.opened_at) / len(table.deals_json)
        for table in running
        if table.deals_json and table.opened_at
    ]
    if not paces:
        return None
    usual = max(paces)
    ends = [_end_of(table, of, usual, now) for table in running]
    return min(max(ends), now + LONGEST_FORECAST)


def _end_of(table: Table, of: int, usual: timedelta, now: datetime) -> datetime:
    done, opened = len(table.deals_json), table.opened_at or now
    pace = (now - opened) / done if done else usual
    return max(now, opened + pace * of)
