"""The CSV files of a season and of a club: members, seatings, results, standings.

Headings are the same in every language, so that programs can rely on them (docs/leagues.md).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from leagues.exports.csv_format import CsvRow, CsvValue
from leagues.models import Bye, Club, Entry, Membership, Season, Standing, Table, TableSeat
from leagues.rounds.deal_players import DealPlayer, players_of_season

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
    entries = entries.select_related("user", "division")
    for entry in entries.order_by("order").iterator(CHUNK):
        yield (
            entry.order,
            entry.name,
            entry.division.number if entry.division else None,
            entry.state if entry.state in told else Entry.State.WITHDRAWN,
            _moment(entry.applied_at),
            _moment(entry.entered_at),
            entry.first_round,
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
    players = players_of_season(season)
    for table in _tables(season).exclude(state=Table.State.DRAWN).iterator(CHUNK):
        seats = [seat.entry_id for seat in table.seats.all()]
        for number, deal in enumerate(table.deals_json, start=1):
            played = players.of_deal(deal, seats)
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
                )


def _substitute(player: DealPlayer) -> str | None:
    """Their name; None for a bot, as in the file of seatings."""
    return player.name if player.kind == "substitute" else None


def _role(deal: dict[str, object], seat: int) -> str:
    if seat == deal["napoleon"]:
        return "napoleon"
    return "adjutant" if seat == deal["adjutant"] else "ally"


def _standings(season: Season) -> Iterator[CsvRow]:
    standings = Standing.objects.filter(division__season=season)
    found = standings.select_related("entry__user", "division")
    for one in found.order_by("division__number", "position").iterator(CHUNK):
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
            " ".join(f"{tie['by']}={tie['value']}" for tie in one.ties_json),
        )


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
    "members": Export(("order", "name", "division", "state", "applied_at", "entered_at", "first_round"), _members),
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
        ),
        _standings,
    ),
}
"""By the name of the file."""


# --- The file of a club ---

MEMBERS: Final = ("name", "number", "role", "joined_at")


def members_of(club: Club) -> Iterator[CsvRow]:
    """The members of a club, without their addresses, which are private."""
    found = Membership.objects.filter(club=club, ended_at=None).select_related("user")
    for one in found.order_by("pk").iterator(CHUNK):
        number = f"#{one.user_id}" if one.user_id else None
        yield one.name, number, one.role, _moment(one.joined_at)
