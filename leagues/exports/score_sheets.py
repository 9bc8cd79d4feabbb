"""Score sheets of a round, for print: one for each table, with the finished deals and blank lines for the others."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from leagues.models import Round, Season, Table


@dataclass(frozen=True, slots=True)
class ScoreSheetRow:
    """A deal: the scores by seat and Napoleon's seat, or blanks for a deal still to be played."""

    number: int
    scores: list[int | None]
    napoleon: int | None = None
    made: bool = False


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    table: Table
    names: list[str]
    rows: list[ScoreSheetRow]
    totals: list[int]
    is_over: bool


def score_sheets_of(season: Season, round_: Round) -> list[ScoreSheet]:
    """Takes two queries."""
    found = Table.objects.filter(round=round_).select_related("division").with_seats()
    deals = season.rules.deals
    return [score_sheet(table, deals) for table in found.order_by("division__number", "number")]


def score_sheet(table: Table, deals: int) -> ScoreSheet:
    """The sheet of one table, for a match with this many deals."""
    names = [seat.entry.name if seat.entry else _("Bot") for seat in table.seats.all()]
    rows = [
        ScoreSheetRow(number, list(deal["scores"]), deal["napoleon"], bool(deal["made"]))
        for number, deal in enumerate(table.deals_json, start=1)
    ]
    is_over = table.state in (Table.State.FINISHED, Table.State.VOID)
    if not is_over:
        blank: list[int | None] = [None] * len(names)
        rows += [ScoreSheetRow(number, blank) for number in range(len(rows) + 1, deals + 1)]
    totals = [sum(deal["scores"][seat] for deal in table.deals_json) for seat in range(len(names))]
    return ScoreSheet(table, names, rows, totals, is_over)
