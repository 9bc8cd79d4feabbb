"""The progress of a round: the deals played at each table, the players to act, and a forecast of its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch

from games.access import Visitor
from games.models import Game, Seat, Turn
from games.presentation.times import Until, until
from leagues.external_matches.search import why_table_is_closed
from leagues.models import Bye, Division, Round, Season, Table, TableSeat
from leagues.rounds.opening import player_of

LONGEST_FORECAST = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at a table, as everybody may see it."""

    seat: TableSeat
    name: str
    """The player in the seat now; empty for a bot."""
    owner: str
    """The owner of the seat, if another person plays there."""
    recorded_as: str
    """The player's name in the record of an external match, if it differs."""
    is_me: bool
    is_waited_for: bool
    is_sought: bool
    may_replace: bool


@dataclass(frozen=True, slots=True)
class TableProgress:
    table: Table
    sittings: list[Sitting]
    until: Until | None
    """When the first player to act runs out of time."""
    waiting_since: datetime | None
    may_look: bool
    """Whether the reader may see the game."""
    is_mine: bool
    may_record: bool
    """Whether the reader may accept an external match."""


@dataclass(frozen=True, slots=True)
class DivisionProgress:
    division: Division
    tables: list[TableProgress]
    byes: list[str]


@dataclass(frozen=True, slots=True)
class RoundProgress:
    divisions: list[DivisionProgress]
    finished: int
    """The number of finished tables, of ``tables``."""
    tables: int
    forecast: datetime | None
    """When the last table will be over, if all tables keep their pace."""

    @property
    def mine(self) -> list[Table]:
        """The tables where the reader plays now, so that they need not search among forty."""
        rows = [row for division in self.divisions for row in division.tables]
        running = Table.State.RUNNING
        return [row.table for row in rows if row.is_mine and row.table.state == running]


def progress(
    season: Season, round_: Round, user: Visitor, now: datetime, *, organises: bool
) -> RoundProgress:
    """Takes the same number of queries for any number of tables."""
    tables = list(
        round_.tables.select_related("division", "game", "external_match__accepted_by")
        .with_seats()
        .prefetch_related(
            Prefetch("game__seats", Seat.objects.select_related("user").order_by("number"))
        )
        .order_by("division__number", "number")
    )
    round_.season = season
    for table in tables:
        table.round = round_
    turns = _turns(tables)
    rows = [
        _row(season, table, turns.get(table.game_id or 0, []), user, now, organises)
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
        forecast(tables, season.rules.deals, now) if round_.state == Round.State.RUNNING else None,
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
    clocked = [turn for turn in turns if turn.times_out_at is not None]
    first = min(clocked, key=lambda turn: turn.times_out_at or now) if clocked else None
    return TableProgress(
        table=table,
        sittings=sittings,
        until=until(first.due, first.times_out_at, now) if first and is_running else None,
        waiting_since=turns[0].opened_at if turns and is_running else None,
        may_look=game is not None and _may_look(user, game),
        is_mine=is_mine,
        may_record=organises and not why_table_is_closed(table),
    )


def _seats_of(table: Table) -> dict[int, Seat]:
    """The seats of the table's game, by seat of the table."""
    there = {seat.number: seat for seat in table.game.seats.all()} if table.game else {}
    if table.outcome != Table.Outcome.EXTERNAL:
        return there
    return {here: there[number] for here, number in enumerate(table.external_match.seats_json)}


def _sitting(
    table: Table,
    seat: TableSeat,
    sitting: Seat | None,
    user: Visitor,
    waited: set[int],
    may_replace: bool,
) -> Sitting:
    owner = seat.entry
    is_recorded = table.outcome == Table.Outcome.EXTERNAL
    person = sitting.user if sitting and not is_recorded else player_of(seat)
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
    """The same rule as in `games.access`. The importer of an external match may see it too."""
    if game.is_listed or user.pk is None:
        return game.is_listed
    return user.pk == game.host_id or any(seat.user_id == user.pk for seat in game.seats.all())


def forecast(tables: Sequence[Table], of: int, now: datetime) -> datetime | None:
    """When the slowest running table will be over at its pace so far.

    None until some table has finished a deal. A table without one is assumed to be as slow as the slowest.
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
