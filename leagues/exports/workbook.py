"""The workbook of a season, for people: what the CSV files have, in the reader's words and with names of divisions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from infrastructure.workbooks import Sheet, Value, written
from leagues.exports.csv_files import EXPORTS, files_of
from leagues.exports.csv_format import CsvRow, CsvValue
from leagues.models import Entry, Season, Table

Reader: TypeAlias = Callable[[CsvValue], Value]

TITLES: Final[dict[str, str | Promise]] = {
    "members": gettext_lazy("Members"),
    "seatings": gettext_lazy("Seatings"),
    "results": pgettext_lazy("of a season", "Results"),
    "standings": gettext_lazy("Standings"),
    "teams": gettext_lazy("Teams"),
}

# Columns that only programs read are left out.
HEADINGS: Final[dict[str, str | Promise]] = {
    "adjusted": pgettext_lazy("a column", "Adjustments"),
    "applied_at": pgettext_lazy("a column", "Applied"),
    "best_place": pgettext_lazy("a column", "Best place"),
    "bot_deals": pgettext_lazy("a column", "Deals by bots"),
    "deal": pgettext_lazy("a column", "Deal"),
    "division": pgettext_lazy("a column", "Division"),
    "entered_at": pgettext_lazy("a column", "Entered"),
    "fate": pgettext_lazy("a column", "In or out"),
    "field_mean": pgettext_lazy("a column", "Mean of the field"),
    "field_others": pgettext_lazy("a column", "Others in the field"),
    "first_round": pgettext_lazy("a column", "First round"),
    "handicap": pgettext_lazy("a column", "Handicap per match"),
    "kind": pgettext_lazy("a column", "Kind"),
    "last_round": pgettext_lazy("a column", "Last round"),
    "least": pgettext_lazy("a column", "At least"),
    "made": pgettext_lazy("a column", "Made"),
    "members": pgettext_lazy("a column", "Members"),
    "most": pgettext_lazy("a column", "At most"),
    "move": pgettext_lazy("a column", "Promotion"),
    "name": pgettext_lazy("a column", "Name"),
    "number": pgettext_lazy("a column", "Number"),
    "order": pgettext_lazy("a column", "Order"),
    "outcome": pgettext_lazy("a column", "Outcome"),
    "place": pgettext_lazy("a column", "Place"),
    "played": pgettext_lazy("a column", "Played"),
    "played_by": pgettext_lazy("a column", "Played by"),
    "points": pgettext_lazy("a column", "Points"),
    "role": pgettext_lazy("a column", "Role"),
    "round": pgettext_lazy("a column", "Round"),
    "score": pgettext_lazy("a column", "Points"),
    "seat": pgettext_lazy("a column", "Seat"),
    "starting_points": pgettext_lazy("a column", "Starting points"),
    "state": pgettext_lazy("a column", "State"),
    "table": pgettext_lazy("a column", "Table"),
    "team": pgettext_lazy("a column", "Team"),
    "worst_place": pgettext_lazy("a column", "Worst place"),
}

# What the CSV files say in words of their own.
CODES: Final[dict[str, Mapping[str, str | Promise]]] = {
    "fate": {"in": pgettext_lazy("in a knock-out", "still in"), "out": pgettext_lazy("in a knock-out", "out")},
    "kind": {
        "seat": pgettext_lazy("in a list of seats", "plays"),
        "bot": pgettext_lazy("in a list of seats", "bot"),
        "bye": pgettext_lazy("in a list of seats", "bye"),
    },
    "move": {
        "up": pgettext_lazy("in a table of standings", "▲ up"),
        "down": pgettext_lazy("in a table of standings", "▼ down"),
    },
    "outcome": dict(Table.Outcome.choices),
    "role": {
        "napoleon": pgettext_lazy("in a deal", "Napoleon"),
        "adjutant": pgettext_lazy("in a deal", "adjutant"),
        "ally": pgettext_lazy("in a deal", "Allied army"),
    },
    "state": {**dict(Table.State.choices), **dict(Entry.State.choices), "gone": pgettext_lazy("an entry", "bots play")},
}


def workbook_of(season: Season) -> bytes:
    """The workbook, a sheet for each of the season's files."""
    return written(_sheet(name, season) for name in files_of(season))


def _sheet(name: str, season: Season) -> Sheet:
    columns = EXPORTS[name].heading
    readers = [_reader(column, season) if column in HEADINGS else None for column in columns]
    heading = [str(HEADINGS[column]) for column in columns if column in HEADINGS]
    return Sheet(str(TITLES[name]), heading, _rows(EXPORTS[name].rows(season), readers))


def _rows(rows: Iterator[CsvRow], readers: Sequence[Reader | None]) -> Iterator[list[Value]]:
    for row in rows:
        yield [read(value) for read, value in zip(readers, row, strict=True) if read is not None]


def _reader(column: str, season: Season) -> Reader:
    """How a cell of this column is written."""
    if column == "division":
        names: dict[CsvValue, str] = {division.number: str(division) for division in season.divisions.all()}
        return lambda value: names.get(value, "")
    if column == "made":
        return lambda value: pgettext("a contract", "made") if value else ""
    codes = CODES.get(column, {})
    return lambda value: _plain(codes.get(value, value) if isinstance(value, str) else value)


def _plain(value: CsvValue | Promise) -> Value:
    if isinstance(value, Fraction):
        return float(value)
    return value if isinstance(value, int) or value is None else str(value)
