"""What the tables of a season and of a club hold. Each is read row by row; nothing grows in memory with the season."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final, NamedTuple

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from leagues.exports.csv import Row, Value
from leagues.models import (
    Bye,
    Club,
    Entry,
    Membership,
    Round,
    Season,
    Standing,
    Table,
    TableSeat,
)

CHUNK: Final = 200


class Export(NamedTuple):
    heading: Sequence[str]
    rows: Callable[[Season], Iterator[Row]]


def _members(season: Season) -> Iterator[Row]:
    entries = Entry.objects.filter(season=season).select_related("user", "division")
    for entry in entries.order_by("order").iterator(CHUNK):
        yield (
            entry.order,
            entry.name,
            entry.division.number if entry.division else None,
            entry.state,
            _moment(entry.applied_at),
            _moment(entry.entered_at),
            entry.first_round,
        )


def _seatings(season: Season) -> Iterator[Row]:
    for table in _tables(season).iterator(CHUNK):
        for seat in table.seats.all():
            name = seat.entry.name if seat.entry else None
            yield (*_place(table), seat.number + 1, name, "seat" if seat.entry else "bot")
    byes = Bye.objects.filter(round__season=season).select_related(
        "round", "entry__user", "entry__division"
    )
    for bye in byes.order_by("round__number", "entry__order").iterator(CHUNK):
        division = bye.entry.division.number if bye.entry.division else None
        yield (bye.round.number, division, None, None, bye.entry.name, "bye")


def _results(season: Season) -> Iterator[Row]:
    """A line for each seat in each deal that has ended: all that the standings follow from."""
    names = dict(_names(season))
    for table in _tables(season).exclude(state=Table.State.DRAWN).iterator(CHUNK):
        seats = [seat.entry_id for seat in table.seats.all()]
        for number, deal in enumerate(table.deals_json, start=1):
            players = deal["players"] or seats
            for seat, score in enumerate(deal["scores"]):
                yield (
                    *_place(table),
                    table.state,
                    table.outcome,
                    number,
                    seat + 1,
                    names.get(seats[seat]),
                    names.get(players[seat]),
                    score,
                    _role(deal, seat),
                    int(deal["made"]),
                )


def _names(season: Season) -> Iterator[tuple[int | None, str]]:
    entries = Entry.objects.filter(season=season).select_related("user")
    for entry in entries.iterator(CHUNK):
        yield entry.pk, entry.name


def _role(deal: dict[str, object], seat: int) -> str:
    if seat == deal["napoleon"]:
        return "napoleon"
    return "adjutant" if seat == deal["adjutant"] else "ally"


def _standings(season: Season) -> Iterator[Row]:
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
    """`3:7/2` is what the third round brought; in brackets if it does not count."""
    text = f"{result['round']}:{result['points']}"
    return text if result["counted"] else f"({text})"


def _tables(season: Season) -> QuerySet[Table]:
    """Those of rounds that were drawn for good, with their seats."""
    seats = TableSeat.objects.select_related("entry__user").order_by("number")
    found = Table.objects.filter(round__season=season).select_related("round", "division")
    ordered = found.order_by("round__number", "division__number", "number")
    return ordered.prefetch_related(Prefetch("seats", seats))


def _place(table: Table) -> tuple[Value, ...]:
    return table.round.number, table.division.number, table.number


def _moment(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else None


EXPORTS: Final[dict[str, Export]] = {
    "members": Export(
        ("order", "name", "division", "state", "applied_at", "entered_at", "first_round"),
        _members,
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

MEMBERS: Final = ("name", "number", "role", "joined_at")


def members_of(club: Club) -> Iterator[Row]:
    """The members of a club; no addresses, which are nobody's business but their own."""
    found = Membership.objects.filter(club=club, ended_at=None).select_related("user")
    for one in found.order_by("pk").iterator(CHUNK):
        number = f"#{one.user_id}" if one.user_id else None
        yield one.name, number, one.role, _moment(one.joined_at)


def rounds_of(club: Club) -> QuerySet[Round]:
    """The rounds with dates of the club's seasons that all may see; one without, once it has been opened."""
    hidden = (Season.State.DRAFT, Season.State.CANCELLED)
    begins = Coalesce("opened_at", "opens_at")
    dated = Round.objects.filter(season__club=club).annotate(begins=begins)
    shown = dated.filter(begins__isnull=False).exclude(season__state__in=hidden)
    return shown.select_related("season").order_by("-begins", "pk")
