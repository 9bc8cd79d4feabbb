"""A division as it is stored, as the standings take it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from django.db.models import Prefetch

from games.engine import rules_from_json
from games.models import Game
from leagues import standings
from leagues.seasons.models import (
    Adjustment,
    Bye,
    Division,
    Entry,
    Round,
    Season,
    Table,
    TableSeat,
)
from leagues.seasons.results import as_table
from leagues.tally.ranges import deal_range


class Rows(NamedTuple):
    """All that the standings of a division follow from."""

    season: Season
    entries: Sequence[Entry]
    tables: Sequence[Table]
    """Of rounds that have been opened; with their rounds, seats and games."""
    byes: Sequence[Bye]
    adjustments: Sequence[Adjustment]


def read(division: Division) -> Rows:
    """In five queries, however large it is."""
    entries = Entry.objects.filter(division=division)
    opened = Table.objects.filter(division=division).exclude(round__state=Round.State.PLANNED)
    seats = Prefetch("seats", TableSeat.objects.order_by("number"))
    byes = Bye.objects.filter(entry__division=division).exclude(round__state=Round.State.PLANNED)
    adjustments = Adjustment.objects.filter(entry__division=division).order_by("pk")
    return Rows(
        season=division.season,
        entries=list(entries.select_related("user").order_by("order")),
        tables=list(
            opened.select_related("round", "game")
            .prefetch_related(seats)
            .order_by("round__number", "number")
        ),
        byes=list(byes.select_related("round").order_by("round__number", "entry")),
        adjustments=list(adjustments.select_related("made_by", "cancelled_by")),
    )


def as_season(rows: Rows) -> standings.Season:
    """The rows as values; nothing is looked up."""
    season = rows.season
    tables = tuple(_as_table(table, season.rules.deals) for table in rows.tables)
    least, most = _range_of(season)
    return standings.Season(
        scheme=season.scheme._replace(deal_range=(least, most)),
        members=_members(rows.entries, tables),
        rounds=season.rounds_planned,
        tables=tables,
        byes=tuple(standings.Bye(bye.round.number, bye.entry_id) for bye in rows.byes),
        adjustments=tuple(
            standings.Adjustment(
                number=one.pk,
                member=one.entry_id,
                points=one.value,
                reason=one.reason,
                is_cancelled=one.cancelled_at is not None,
            )
            for one in rows.adjustments
        ),
        is_over=season.is_over,
    )


def _members(
    entries: Sequence[Entry], tables: Sequence[standings.Table]
) -> tuple[standings.values.Member, ...]:
    """Who is in it, and who has left after he had a place at a table, even if he wants to come back."""
    seated = {member for table in tables for member in table.seats}
    return tuple(
        entry.pk for entry in entries if entry.state == Entry.State.ENTERED or entry.pk in seated
    )


def _as_table(table: Table, deals: int) -> standings.Table:
    seats = tuple(seat.entry_id for seat in table.seats.all())
    found = as_table(table, seats, deals)
    if table.state == Table.State.DRAWN:
        # It waits for its players' time in a round that runs.
        return found._replace(to_come=deals)
    if _is_played_out(table):
        return found._replace(to_come=0)
    return found


def _is_played_out(table: Table) -> bool:
    """The match is over and all of it was read, though nobody may have closed the table yet."""
    game = table.game
    if game is None or game.status != Game.Status.FINISHED:
        return False
    return table.deals_seq == game.seq and table.state != Table.State.VOID


def _range_of(season: Season) -> tuple[int, int]:
    sizes = {season.rules.players, season.other_size or season.rules.players}
    ends = [_range(_frozen(season.rules_for(size))) for size in sizes]
    return min(least for least, _ in ends), max(most for _, most in ends)


def _frozen(rules: dict[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(sorted(rules.items()))


@cache
def _range(rules: tuple[tuple[str, object], ...]) -> tuple[int, int]:
    return deal_range(rules_from_json(dict(rules)))
