"""Score sheets of a round, to be printed: a table for each, with the deals that have ended and lines for the others."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from leagues.models import Round, Season, Table, TableSeat


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A deal: scores by seat, and who was Napoleon; without any as long as it was not played."""

    number: int
    scores: list[int | None]
    napoleon: int | None = None
    made: bool = False


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    table: Table
    names: list[str]
    rows: list[SheetRow]
    totals: list[int]
    is_over: bool


def sheets(season: Season, round_: Round) -> list[ScoreSheet]:
    """In two queries."""
    seats = TableSeat.objects.select_related("entry__user").order_by("number")
    found = Table.objects.filter(round=round_).select_related("division")
    ordered = found.order_by("division__number", "number")
    deals = season.rules.deals
    return [sheet_of(table, deals) for table in ordered.prefetch_related(Prefetch("seats", seats))]


def sheet_of(table: Table, deals: int) -> ScoreSheet:
    """The sheet of one table, whose matches have so many deals."""
    names = [seat.entry.name if seat.entry else _("Bot") for seat in table.seats.all()]
    rows = [
        SheetRow(number, list(deal["scores"]), deal["napoleon"], bool(deal["made"]))
        for number, deal in enumerate(table.deals_json, start=1)
    ]
    is_over = table.state in (Table.State.FINISHED, Table.State.VOID)
    if not is_over:
        blank: list[int | None] = [None] * len(names)
        rows += [SheetRow(number, blank) for number in range(len(rows) + 1, deals + 1)]
    totals = [sum(deal["scores"][seat] for deal in table.deals_json) for seat in range(len(names))]
    return ScoreSheet(table, names, rows, totals, is_over)
