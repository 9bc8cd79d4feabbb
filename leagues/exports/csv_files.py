"""The CSV files of a season and of a club: members, seatings, results, standings.

Headings are the same in every language, so that programs can rely on them (docs/leagues.md).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from leagues.exports.csv_format import CsvRow, CsvValue
from leagues.models import Bye, Club, Division, Entry, Membership, Season, Standing, Table, TableSeat
from leagues.rounds.deal_players import DealPlayer, players_of_season
from leagues.rounds.fields import fields_of
from leagues.rounds.gone import entries_gone
from leagues.rounds.score_sheets import shown_deals
from leagues.seasons import promotion
from leagues.standings.fates import fate_code, last_step
from leagues.teams.table import team_table

CHUNK: Final = 200

# --- The files of a season ---


class Export(NamedTuple):
    heading: Sequence[str]
    rows: Callable[[Season], Iterator[CsvRow]]


def _members(season: Season) -> Iterator[CsvRow]:
    """Those whom the season's pages name: who asked in vain is the organisers' business."""
    seated = Exists(TableSeat.objects.filter(entry=OuterRef("pk")))
    told = (Entry.State.ENTERED, Entry.State.WAITING)
    entries = season.entries.filter(Q(state__in=told) | Q(seated))
    entries = entries.select_related("user", "division", "team")
    for entry in entries.order_by("order").iterator(CHUNK):
        yield (
            entry.order,
            entry.name,
            entry.division.number if entry.division else None,
            entry.state if entry.state in told else Entry.State.WITHDRAWN,
            _moment(entry.applied_at),
            _moment(entry.entered_at),
            entry.first_round,
            f"#{entry.user_id}" if entry.user_id else None,
            entry.team.number if entry.team else None,
        )


def _seatings(season: Season) -> Iterator[CsvRow]:
    for table in _tables(season).iterator(CHUNK):
        for seat in table.seats.all():
            name = seat.entry.name if seat.entry else None
            yield (*_place(table), seat.number + 1, name, "seat" if seat.entry else "bot")
    byes = Bye.objects.filter(round__season=season).select_related("round", "entry__user", "entry__division")
    for bye in byes.order_by("round__number", "entry__order").iterator(CHUNK):
        division = bye.entry.division.number if bye.entry.division else None
        yield (bye.round.number, division, None, None, bye.entry.name, "bye")


def _results(season: Season) -> Iterator[CsvRow]:
    """A row for each seat in each finished deal: everything that the standings follow from."""
    entries = Entry.objects.filter(season=season).select_related("user")
    names: dict[int | None, str] = {entry.pk: entry.name for entry in entries}
    players, fields = players_of_season(season), fields_of(season)
    for table in _tables(season).exclude(state=Table.State.DRAWN).iterator(CHUNK):
        seats = [seat.entry_id for seat in table.seats.all()]
        key = (table.round_id, len(seats))
        for number, deal in enumerate(shown_deals(table.deals_json), start=1):
            played = players.of_deal(deal, seats)
            compared = fields.of_deal(key, number - 1, deal["scores"])
            for seat, score in enumerate(deal["scores"]):
                by_owner = played[seat].kind == "owner"
                yield (
                    *_place(table),
                    table.state,
                    table.outcome,
                    number,
                    seat + 1,
                    names.get(seats[seat]),
                    names.get(seats[seat]) if by_owner else _substitute(played[seat]),
                    score,
                    _role(deal, seat),
                    int(deal["made"]),
                    *((compared[seat].mean, compared[seat].others) if compared else (None, None)),
                )


def _substitute(player: DealPlayer) -> str | None:
    """Their name; None for a bot, as in the file of seatings."""
    return player.name if player.kind == "substitute" else None


def _role(deal: dict[str, object], seat: int) -> str:
    if deal["napoleon"] is None:
        return ""  # passed out
    if seat == deal["napoleon"]:
        return "napoleon"
    return "adjutant" if seat == deal["adjutant"] else "ally"


def _standings(season: Season) -> Iterator[CsvRow]:
    standings = Standing.objects.filter(division__season=season)
    found = standings.select_related("entry__user", "division").order_by("division__number", "position")
    for division, lines in groupby(found.iterator(CHUNK), key=lambda line: line.division):
        division.season = season
        yield from _standings_of(division, list(lines))


def _standings_of(division: Division, lines: Sequence[Standing]) -> Iterator[CsvRow]:
    is_followed = division.season.is_listed and division.season.state == Season.State.RUNNING
    gone = entries_gone(table__division=division) if is_followed else set[int]()
    for one, step in zip(lines, promotion.steps(division, lines), strict=True):
        yield (
            one.division.number,
            one.place,
            one.entry.name,
            one.total,
            one.played,
            Fraction(one.adjusted),
            *one.reach,
            one.best_place,
            one.worst_place,
            " ".join(_result(result) for result in one.results_json),
            " ".join(f"{tie['by']}={tie['value']}" for tie in one.computed_ties),
            _state(one.entry, one.pk in gone),
            one.bot_deals[0],
            MOVES[step] if one.results_json else "",
            Fraction(one.started),
            Fraction(one.entry.handicap),
            *_fate(one),
        )


def _teams(season: Season) -> Iterator[CsvRow]:
    """Nothing where everybody plays for themselves."""
    if not season.team_size:
        return
    for line in team_table(season).lines:
        yield (
            line.team.number,
            line.row.place,
            line.name,
            line.row.points,
            "; ".join(entry.name for entry in line.members),
            " ".join(f"{round_.round}:{round_.points}" for round_ in line.row.rounds),
        )


def _fate(line: Standing) -> tuple[CsvValue, CsvValue]:
    """In a knock-out, the last round with a result, and whether the member goes on from it."""
    last = last_step(line)
    return (last["round"], fate_code(line)) if last else (None, "")


MOVES: Final = {promotion.UP: "up", promotion.DOWN: "down", 0: ""}


def _state(entry: Entry, is_gone: bool) -> str:
    if entry.state != Entry.State.ENTERED:
        return Entry.State.WITHDRAWN
    return "gone" if is_gone else Entry.State.ENTERED


def _result(result: dict[str, object]) -> str:
    """`3:7/2`: seven halves in the third round. In brackets: does not count. With a star: the table still runs."""
    text = f"{result['round']}:{result['points']}{'*' if result['how'] == 'running' else ''}"
    return text if result["counted"] else f"({text})"


def _tables(season: Season) -> QuerySet[Table]:
    """The tables of locked draws, with their seats."""
    found = Table.objects.filter(round__season=season).select_related("round", "division")
    return found.with_seats().order_by("round__number", "division__number", "number")


def _place(table: Table) -> tuple[CsvValue, ...]:
    return table.round.number, table.division.number, table.number


def _moment(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else None


EXPORTS: Final[dict[str, Export]] = {
    "members": Export(
        ("order", "name", "division", "state", "applied_at", "entered_at", "first_round", "number", "team"), _members
    ),
    "seatings": Export(("round", "division", "table", "seat", "name", "kind"), _seatings),
    "results": Export(
        (
            "round",
            "division",
            "table",
            "state",
            "outcome",
            "deal",
            "seat",
            "name",
            "played_by",
            "score",
            "role",
            "made",
            "field_mean",
            "field_others",
        ),
        _results,
    ),
    "standings": Export(
        (
            "division",
            "place",
            "name",
            "points",
            "played",
            "adjusted",
            "least",
            "most",
            "best_place",
            "worst_place",
            "rounds",
            "tie_breaks",
            "state",
            "bot_deals",
            "move",
            "starting_points",
            "handicap",
            "last_round",
            "fate",
        ),
        _standings,
    ),
    "teams": Export(("team", "place", "name", "points", "members", "rounds"), _teams),
}
"""By the name of the file."""


def files_of(season: Season) -> list[str]:
    return [name for name in EXPORTS if name != "teams" or season.team_size]


# --- The file of a club ---

MEMBERS: Final = ("name", "number", "role", "joined_at")


def members_of(club: Club) -> Iterator[CsvRow]:
    """The members of a club, without their addresses, which are private."""
    found = Membership.objects.filter(club=club, ended_at=None).select_related("user")
    for one in found.order_by("pk").iterator(CHUNK):
        number = f"#{one.user_id}" if one.user_id else None
        yield one.name, number, one.role, _moment(one.joined_at)
