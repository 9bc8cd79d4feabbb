"""Score sheets of a round, for print: one for each table, with the finished deals and blank lines for the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from leagues.external_matches.results_form import columns_of
from leagues.models import Round, Season, Table, TableSeat
from leagues.rounds.deal_players import DealPlayers, players_of_round


class ScoreSheetCell(NamedTuple):
    """A seat in a deal."""

    score: int | None
    """None where it is still to be played."""
    played_by: str = ""
    """A substitute, or a bot that stood in; empty for the owner."""


@dataclass(frozen=True, slots=True)
class ScoreSheetRow:
    """A deal, by seat, and Napoleon's seat; blanks for a deal still to be played."""

    number: int | str
    """The numbers of all deals where only the scores of the whole match are known."""
    cells: list[ScoreSheetCell]
    napoleon: int | None = None
    made: bool = False


class Substitution(NamedTuple):
    """Somebody, or a bot, who played for the owner of a seat."""

    name: str
    owner: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    table: Table
    names: list[str]
    rows: list[ScoreSheetRow]
    totals: list[int]
    is_over: bool
    columns: list[str]
    """What is to be written down of each deal, as the form for it asks; empty where the table plays on this site."""

    def substitutions(self) -> list[Substitution]:
        """Each once, in the order of the deals."""
        found = [
            Substitution(cell.played_by, owner)
            for row in self.rows
            for cell, owner in zip(row.cells, self.names, strict=True)
            if cell.played_by
        ]
        return list(dict.fromkeys(found))


def score_sheets_of(season: Season, round_: Round) -> list[ScoreSheet]:
    """Takes three queries."""
    round_.season = season
    found = round_.tables.select_related("division").with_seats()
    deals, players = season.rules.deals, players_of_round(round_)
    tables = found.order_by("division__number", "number")
    return [score_sheet(table, deals, players) for table in tables]


def score_sheet(table: Table, deals: int, players: DealPlayers) -> ScoreSheet:
    """The sheet of one table, for a match with this many deals."""
    seats = list(table.seats.all())
    rows = [
        ScoreSheetRow(_number(number, deal), _cells(deal, seats, players), deal["napoleon"], bool(deal["made"]))
        for number, deal in enumerate(shown_deals(table.deals_json), start=1)
    ]
    is_over = table.state in (Table.State.FINISHED, Table.State.VOID)
    if not is_over:
        blank = [ScoreSheetCell(None) for _seat in seats]
        rows += [ScoreSheetRow(number, blank) for number in range(len(table.deals_json) + 1, deals + 1)]
    return ScoreSheet(
        table=table,
        names=[seat.entry.name if seat.entry else _("Bot") for seat in seats],
        rows=rows,
        totals=[sum(deal["scores"][at] for deal in table.deals_json) for at in range(len(seats))],
        is_over=is_over,
        columns=columns_of(table.rules) if is_to_write(table) else [],
    )


def is_to_write(table: Table) -> bool:
    """Whether the table's deals are still to be written down by hand."""
    return table.is_at_real_table and table.state == Table.State.DRAWN


def shown_deals(deals: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """All deals, or the first alone where it has the scores of the whole match (`entered_deals`)."""
    return deals[:1] if deals and "whole" in deals[0] else deals


def _number(number: int, deal: dict[str, Any]) -> int | str:
    return f"1–{deal['whole']}" if deal.get("whole", 1) > 1 else number


def _cells(deal: dict[str, Any], seats: Sequence[TableSeat], players: DealPlayers) -> list[ScoreSheetCell]:
    played = players.of_deal(deal, [seat.entry_id for seat in seats])
    return [
        # A bot in its own seat is named above it.
        ScoreSheetCell(score, player.name if seat.entry_id is not None else "")
        for seat, score, player in zip(seats, deal["scores"], played, strict=True)
    ]
