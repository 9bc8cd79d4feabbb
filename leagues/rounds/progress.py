"""The progress of a round: the results at each table, the players to act and until when, and a forecast of its end.

Players and the results of finished deals are as public as the standings. The state of a running table, with the players
to act, is for organisers and for those who may see the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Subquery

from games.access import Visitor, may_look
from games.models import BoardSet, Event, Game, Seat, Turn
from games.presentation.times import Until, rough, until
from games.turns.deadlines import bank_of, is_clocked
from leagues.external_matches.readiness import (
    may_confirm,
    may_enter_results,
    why_results_are_closed,
    why_table_is_closed,
)
from leagues.models import Bye, Correction, Division, Round, Season, SeasonPause, Table, TableSeat
from leagues.pauses.clocks import later_by_pauses, pauses_of_round
from leagues.rounds.deal_players import DealPlayers, players_of_round
from leagues.rounds.fields import Fields, fields_of_round
from leagues.rounds.opening import player_of
from leagues.rounds.score_sheets import ScoreSheet, score_sheet
from leagues.rounds.scores import SeatScore, scores_of
from leagues.rounds.sealed import is_sealed
from leagues.rounds.venues import why_not_there
from leagues.standings.core.points import TablePoints
from players.models import Vacation
from players.vacations.services import next_vacation

LONGEST_FORECAST = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at a table, as the reader may see them."""

    seat: TableSeat
    name: str
    """The player in the seat now; empty for a bot."""
    owner: str
    """The owner of the seat, if another person plays there."""
    name_in_record: str
    """The player's name in the record of an external match, if it differs."""
    is_me: bool
    score: SeatScore | None
    is_waited_for: bool
    until: Until | None
    """When the player, if they are to act, runs out of time."""
    bank: str
    """What is left of the player's bank while others act; empty where no clock runs."""
    is_away: bool
    """Whether a bot plays until the player returns."""
    is_sought: bool
    may_replace: bool
    vacation: Vacation | None
    """Their vacation, or the next one that they have planned, if it begins while the round runs."""


@dataclass(frozen=True, slots=True)
class TableProgress:
    table: Table
    sittings: list[Sitting]
    deals: ScoreSheet
    """The deals that have ended."""
    moved_at: datetime | None
    """When anything last happened at the running table."""
    may_look: bool
    """Whether the reader may see the game."""
    is_sealed: bool
    """Whether the results wait for the other tables of the round, which play the same deals."""
    may_review: bool
    is_mine: bool
    has_corrections: bool
    may_correct: bool
    """Whether the reader may void the finished match."""
    may_accept: bool
    """Whether the reader may accept an external match."""
    may_enter: bool
    """Whether the reader may enter results, or correct those that were entered."""
    may_move: bool
    """Whether the reader may choose where the table is played."""
    may_confirm: bool
    """Whether the reader may confirm the results that another player has entered."""

    @property
    def is_over(self) -> bool:
        return self.table.state in (Table.State.FINISHED, Table.State.VOID)

    @property
    def is_one_line(self) -> bool:
        """Whether the page folds the details: the table is over or to come, and asks nothing of the reader."""
        is_to_come = self.table.round.state == Round.State.PLANNED
        return (self.is_over or is_to_come) and not self.is_mine and not self.may_confirm

    @property
    def may_replace(self) -> bool:
        """Whether the reader may replace one of the players."""
        return any(sitting.may_replace for sitting in self.sittings)

    @property
    def has_more(self) -> bool:
        """Whether organisers have anything under More."""
        return self.may_accept or self.may_replace or self.may_move or self.may_correct

    @property
    def ranked(self) -> list[Sitting]:
        """The players by place, once a deal has ended."""
        return sorted(self.sittings, key=lambda each: each.score.place if each.score else 0)

    @property
    def is_provisional(self) -> bool:
        """Whether the points can still change."""
        return self.table.state == Table.State.RUNNING or self.is_sealed

    @property
    def has_own_points(self) -> bool:
        """Whether points are anything else than the scores."""
        return any(each.score and each.score.has_own_points for each in self.sittings)


@dataclass(frozen=True, slots=True)
class DivisionProgress:
    division: Division
    tables: list[TableProgress]
    byes: list[str]

    @property
    def unfinished_first(self) -> list[TableProgress]:
        return sorted(self.tables, key=lambda row: row.is_over)


@dataclass(frozen=True, slots=True)
class RoundProgress:
    divisions: list[DivisionProgress]
    finished: int
    """The number of finished tables, of ``tables``."""
    tables: int
    forecast: datetime | None
    """When the last table will be over, if all tables keep their pace."""
    boards: list[BoardSet]
    """What all tables play, if they play the same deals."""
    is_sealed: bool
    """Whether their results wait for the last of them."""

    @property
    def mine(self) -> list[Table]:
        """The tables where the reader plays now, so that they need not search among forty."""
        rows = [row for division in self.divisions for row in division.tables]
        running = Table.State.RUNNING
        return [row.table for row in rows if row.is_mine and row.table.state == running]


class RoundRows(NamedTuple):
    """The rows from which the progress of a round is computed, for any reader."""

    season: Season
    round: Round
    tables: list[Table]
    turns: dict[int, list[Turn]]
    """The open turns of the running games, by game."""
    moved_at: dict[int, datetime]
    """When the last event of the running games was, by game."""
    byes: list[Bye]
    players: DealPlayers
    boards: list[BoardSet]
    fields: Fields
    pauses: list[SeasonPause]
    """Those of the whole round that are not over."""


def read_round(season: Season, round_: Round, now: datetime) -> RoundRows:
    """Takes seven queries, for any number of tables and deals."""
    owners = TableSeat.objects.select_related("entry__user").annotate(**next_vacation("entry__user", now))
    tables = list(
        round_.tables.annotate(has_corrections=Exists(Correction.objects.filter(table=OuterRef("pk"))))
        .select_related(
            "division", "game__board_set__round_boards", "external_match__accepted_by", "external_match__confirmed_by"
        )
        .prefetch_related(
            Prefetch("seats", owners.order_by("number")),
            Prefetch("game__seats", Seat.objects.select_related("user").order_by("number")),
        )
        .order_by("division__number", "number")
    )
    round_.season = season
    for table in tables:
        table.round = round_
    running = [table.game_id for table in tables if table.state == Table.State.RUNNING]
    turns: dict[int, list[Turn]] = {}
    moved_at: dict[int, datetime] = {}
    latest = Event.objects.filter(game=OuterRef("game"), seq=OuterRef("game__seq")).values("at")
    open_turns = Turn.objects.filter(game__in=running).annotate(moved_at=Subquery(latest))
    for turn in open_turns.order_by("opened_at"):
        turns.setdefault(turn.game_id, []).append(turn)
        moved_at[turn.game_id] = vars(turn)["moved_at"]
    byes = Bye.objects.filter(round=round_).select_related("entry__user", "entry__division")
    return RoundRows(
        season=season,
        round=round_,
        tables=tables,
        turns=turns,
        moved_at=moved_at,
        byes=list(byes.order_by("pk")),
        players=players_of_round(round_),
        boards=_boards_of(tables),
        fields=fields_of_round(tables),
        pauses=[] if round_.state == Round.State.FINISHED else pauses_of_round(round_, now),
    )


def _boards_of(tables: Iterable[Table]) -> list[BoardSet]:
    """What the tables play, if they play the same deals."""
    found = {table.game.board_set for table in tables if table.game and table.game.board_set}
    return sorted(found, key=lambda board_set: board_set.pk)


class Reader(NamedTuple):
    """Who reads of the round, and when."""

    user: Visitor
    now: datetime
    organises: bool
    plays: bool
    """Whether they sit at a table of the round: then they learn nothing of those that play the same deals."""
    sees_vacations: bool


def progress(
    rows: RoundRows, user: Visitor, now: datetime, *, organises: bool, sees_vacations: bool = False
) -> RoundProgress:
    """The round as the reader may see it; takes no query."""
    season, tables = rows.season, rows.tables
    reader = Reader(user, now, organises, any(_sits_at(table, user) for table in tables), sees_vacations)
    points = TablePoints(season.scheme)
    divisions: dict[int, DivisionProgress] = {}
    for table in tables:
        own = divisions.setdefault(table.division_id, DivisionProgress(table.division, [], []))
        own.tables.append(_row(rows, table, points, reader))
    for bye in rows.byes:
        division = bye.entry.division
        if division is not None:
            divisions.setdefault(division.pk, DivisionProgress(division, [], [])).byes.append(bye.entry.name)
    over = sum(row.is_over for division in divisions.values() for row in division.tables)
    is_running = rows.round.state == Round.State.RUNNING
    return RoundProgress(
        sorted(divisions.values(), key=lambda each: each.division.number),
        over,
        len(tables),
        forecast(tables, season.rules.deals, now, rows.pauses) if is_running else None,
        rows.boards,
        any(board_set.closed_at is None for board_set in rows.boards),
    )


def _sits_at(table: Table, user: Visitor) -> bool:
    """Whether the person has a seat there, or has had one."""
    if user.pk is None:
        return False
    owners = {seat.entry.user_id for seat in table.seats.all() if seat.entry}
    there = {seat.user_id for seat in table.game.seats.all()} if table.game else set()
    return user.pk in owners | there


def _row(rows: RoundRows, table: Table, points: TablePoints, reader: Reader) -> TableProgress:
    game = table.game
    is_running = table.state == Table.State.RUNNING and not table.outcome
    is_open = game is not None and may_look(reader.user.pk, game)
    sealed = is_sealed(table)
    is_followed = is_running and (is_open or (reader.organises and not (sealed and reader.plays)))
    scores = scores_of(table, points, rows.season.rules.deals, rows.fields)
    turns = rows.turns.get(table.game_id or 0, []) if is_followed else []
    there = _seats_of(table)
    sittings = [
        _sitting(
            table,
            seat,
            there.get(seat.number),
            scores[seat.number] if scores else None,
            [turn for turn in turns if turn.seat == seat.number],
            reader,
            is_followed=is_followed,
            may_replace=reader.organises and is_running,
        )
        for seat in table.seats.all()
    ]
    return TableProgress(
        table=table,
        sittings=sittings,
        deals=score_sheet(table, len(table.deals_json), rows.players),
        moved_at=rows.moved_at.get(table.game_id or 0) if is_followed else None,
        may_look=is_open,
        is_sealed=sealed,
        may_review=is_open and game is not None and game.status == Game.Status.FINISHED,
        is_mine=any(sitting.is_me for sitting in sittings),
        has_corrections=vars(table)["has_corrections"],
        may_correct=reader.organises and _may_correct(table),
        may_accept=reader.organises and not why_table_is_closed(table),
        may_enter=_may_enter(table, reader),
        may_move=reader.organises and _may_move(table),
        may_confirm=_may_confirm(table, reader),
    )


def _may_correct(table: Table) -> bool:
    is_over = table.state == Table.State.FINISHED and table.game is not None and not is_sealed(table)
    return is_over and not table.is_external and table.round.season.state != Season.State.CANCELLED


def _may_enter(table: Table, reader: Reader) -> bool:
    if not may_enter_results(table, reader.user, organises=reader.organises):
        return False
    entered = table.external_match if table.is_external and table.external_match.is_entered else None
    return not why_results_are_closed(table, entered, organises=reader.organises)


def _may_move(table: Table) -> bool:
    season = table.round.season
    has_bots = any(seat.entry_id is None for seat in table.seats.all())
    is_movable = table.is_at_real_table or not why_not_there(season, Season.Venue.REAL_TABLES, has_bots=has_bots)
    return table.state == Table.State.DRAWN and not season.is_over and not season.is_duplicate and is_movable


def _may_confirm(table: Table, reader: Reader) -> bool:
    is_entered = table.is_external and table.round.season.state != Season.State.CANCELLED
    return is_entered and may_confirm(table.external_match, table, reader.user, organises=reader.organises)


def _seats_of(table: Table) -> dict[int, Seat]:
    there = {seat.number: seat for seat in table.game.seats.all()} if table.game else {}
    if not table.is_external:
        return there
    return {here: there[number] for here, number in enumerate(table.external_match.seats_json)}


def _sitting(
    table: Table,
    seat: TableSeat,
    sitting: Seat | None,
    score: SeatScore | None,
    turns: Sequence[Turn],
    reader: Reader,
    *,
    is_followed: bool,
    may_replace: bool,
) -> Sitting:
    owner = seat.entry
    # At a real table no bot plays for anybody.
    is_external = table.is_external or (table.is_at_real_table and table.game is None)
    person = sitting.user if sitting and not is_external else player_of(seat)
    name = str(person) if person else ""
    name_in_record = ""
    if is_external:
        there = sitting.name if sitting else ""
        name = owner.name if owner else there
        name_in_record = there if there != name else ""
    is_owners = owner is None or owner.user_id == (person.pk if person else None)
    return Sitting(
        seat=seat,
        name=name,
        owner=owner.name if owner and not is_owners and not is_external else "",
        name_in_record=name_in_record,
        is_me=person is not None and person.pk == reader.user.pk,
        score=score,
        is_waited_for=bool(turns),
        until=_nearest(turns, reader.now),
        bank=_bank(table, sitting) if is_followed and sitting and not turns else "",
        is_away=is_followed and sitting is not None and sitting.autopilot,
        is_sought=seat.sought_at is not None,
        may_replace=may_replace and owner is not None and person is not None and seat.sought_at is None,
        vacation=_vacation(seat, table) if reader.sees_vacations and is_owners else None,
    )


def _vacation(seat: TableSeat, table: Table) -> Vacation | None:
    """The vacation of the seat's owner, unless it begins after the table closes."""
    start, closes = vars(seat)["away_from"], table.closes_at or table.round.closes_at
    if start is None or table.ended_at or (closes and start >= closes):
        return None
    return Vacation(start=start, end=vars(seat)["away_until"])


def _nearest(turns: Sequence[Turn], now: datetime) -> Until | None:
    """When the first of the turns times out; None without a running clock."""
    clocked = [turn for turn in turns if turn.times_out_at is not None]
    if not clocked:
        return None
    first = min(clocked, key=lambda turn: turn.times_out_at or now)
    return until(first.due, first.times_out_at, now)


def _bank(table: Table, seat: Seat) -> str:
    """What is left of the player's time beyond the allowances; empty for bots, and where no clock runs."""
    game = table.game
    if game is None or not seat.is_present or not is_clocked(game.seats.all()):
        return ""
    return rough(bank_of(game.clock, seat).left)


def forecast(tables: Sequence[Table], of: int, now: datetime, pauses: Sequence[SeasonPause] = ()) -> datetime | None:
    """When the slowest running table will be over at its pace so far, a pause to come left out.

    None until some table has finished a deal. A table without one is assumed to be as slow as the slowest.
    """
    running = [table for table in tables if table.state == Table.State.RUNNING and table.opened_at]
    paces = [
        (now - table.opened_at) / len(table.deals_json) for table in running if table.deals_json and table.opened_at
    ]
    if not paces:
        return None
    usual = max(paces)
    ends = [_end_of(table, of, usual, now) for table in running]
    return min(later_by_pauses(pauses, now, max(ends) - now), now + LONGEST_FORECAST)


def _end_of(table: Table, of: int, usual: timedelta, now: datetime) -> datetime:
    done, opened = len(table.deals_json), table.opened_at or now
    pace = (now - opened) / done if done else usual
    return max(now, opened + pace * of)
