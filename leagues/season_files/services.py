"""Takes the season of a file into a club as a past one, and says where its standings differ from those in the file."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.forms import SHORTEST_ADDRESS, address_from, free_address
from leagues.locks import ClubError, lock_club_as_organiser
from leagues.models import (
    Adjustment,
    Bye,
    Club,
    Division,
    Entry,
    Membership,
    Round,
    Season,
    Standing,
    Table,
    TableSeat,
    Team,
)
from leagues.season_files.read import FileRound, FileTable, SeasonFile
from leagues.seasons.forms import SeasonAddressForm
from leagues.standings.number_format import as_text
from leagues.standings.store import update_standings
from players.account_locks import TWICE
from players.models import User

Members = Mapping[int, User]
"""Who stands behind the entries of the file, by their places."""


class ComputedLine(NamedTuple):
    place: int | None
    name: str
    points: str
    difference: str
    """From the standings of the file; empty if there is none."""


class ComputedDivision(NamedTuple):
    name: str
    lines: list[ComputedLine]


@transaction.atomic
def preview(*, club_id: int, user: User, file: SeasonFile, members: Members) -> list[ComputedDivision]:
    """The standings that follow from the file's results: the season is stored, and everything taken back."""
    _season, computed = _take_in(club_id, user, file, members)
    transaction.set_rollback(True)
    return computed


@transaction.atomic
def take_in(*, club_id: int, user: User, file: SeasonFile, members: Members) -> Season:
    """Store the season of a file with everything that belongs to it, or nothing."""
    club = lock_club_as_organiser(club_id, user)
    asked = repr((file, {place: member.pk for place, member in members.items()}))
    key = f"season_file:{club_id}:{sha256(asked.encode()).hexdigest()}"
    if twice := club.seasons.filter(pk=cache.get(key)).first():
        return twice
    season, _computed = _take_in(club_id, user, file, members)
    record_in_audit_log(season, "season_taken_in", actor=user, before=file.club or "–")
    cache.set(key, season.pk, TWICE.total_seconds())
    return season


def _take_in(club_id: int, user: User, file: SeasonFile, members: Members) -> tuple[Season, list[ComputedDivision]]:
    club = lock_club_as_organiser(club_id, user)
    here = Membership.objects.filter(club=club, ended_at=None, user__in=members.values())
    if here.count() < len({member.pk for member in members.values()}):
        raise ClubError(_("Somebody has left the club since. Choose the file once more."))
    season = _season(club, file)
    divisions = [
        Division.objects.create(season=season, number=number, **values)
        for number, values in enumerate(file.divisions, start=1)
    ]
    entries = _entries(season, divisions, file, members)
    for number, round_ in enumerate(file.rounds, start=1):
        _store_round(season, number, round_, divisions, entries)
    now = timezone.now()
    Adjustment.objects.bulk_create(
        Adjustment(entry=entries[one.entry], points=one.points, reason=one.reason, made_at=one.made or now)
        for one in file.adjustments
    )
    for division in divisions:
        update_standings(division.pk)
    return season, [_computed_division(division, file, entries) for division in divisions]


def _season(club: Club, file: SeasonFile) -> Season:
    now, start = timezone.now(), address_from(file.name)
    is_usable = len(start) >= SHORTEST_ADDRESS and start not in SeasonAddressForm.reserved
    return Season.objects.create(
        club=club,
        slug=free_address(start if is_usable else SeasonAddressForm.fallback, club.seasons.all()),
        name=file.name,
        state=Season.State.FINISHED,
        created_at=now,
        announced_at=now,
        imported_at=now,
        is_listed=club.is_public,
        **file.columns,
    )


def _entries(season: Season, divisions: Sequence[Division], file: SeasonFile, members: Members) -> list[Entry]:
    now = timezone.now()
    teams = {values["number"]: Team.objects.create(season=season, made_at=now, **values) for values in file.teams}
    return Entry.objects.bulk_create(
        Entry(
            season=season,
            division=divisions[one.division - 1] if one.division else None,
            team=teams[one.team] if one.team else None,
            user=members.get(at),
            guest_name=one.name if one.is_guest and at not in members else "",
            file_name=one.name if not one.is_guest and at not in members else "",
            state=Entry.State.WITHDRAWN if one.left else Entry.State.ENTERED,
            order=at + 1,
            applied_at=season.started_at or now,
            entered_at=season.started_at or now,
            left_at=one.left,
            first_round=one.first_round,
            starting_points=one.starting_points,
            handicap=one.handicap,
        )
        for at, one in enumerate(file.entries)
    )


def _store_round(
    season: Season, number: int, file: FileRound, divisions: Sequence[Division], entries: Sequence[Entry]
) -> None:
    round_ = Round.objects.create(
        season=season,
        number=number,
        state=Round.State.FINISHED,
        venue=file.venue,
        opened_at=file.opened or season.started_at,
        closed_at=file.closed or season.ended_at,
    )
    Bye.objects.bulk_create(Bye(round=round_, entry=entries[at]) for at in file.byes)
    tables = Table.objects.bulk_create(
        Table(
            round=round_,
            division=divisions[one.division - 1],
            number=one.number,
            state=one.state,
            outcome=one.outcome,
            deals_json=_deals(one, entries),
            opened_at=round_.opened_at,
            ended_at=one.ended,
        )
        for one in file.tables
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=table, number=seat, entry=None if at is None else entries[at])
        for table, one in zip(tables, file.tables, strict=True)
        for seat, at in enumerate(one.seats)
    )


def _deals(file: FileTable, entries: Sequence[Entry]) -> list[dict[str, object]]:
    return [
        {**deal, "players": deal["players"] and [None if at is None else entries[at].pk for at in deal["players"]]}
        for deal in file.deals
    ]


# --- Differences from the file ---


def _computed_division(division: Division, file: SeasonFile, entries: Sequence[Entry]) -> ComputedDivision:
    at = {entry.pk: place for place, entry in enumerate(entries)}
    found = Standing.objects.filter(division=division).select_related("entry__user").order_by("position")
    return ComputedDivision(str(division), [_line(line, file, at[line.pk]) for line in found])


def _line(line: Standing, file: SeasonFile, at: int) -> ComputedLine:
    given, difference = file.standings.get(at), ""
    if given is None:
        difference = _("The file’s standings don’t name them.")
    elif (given.place, given.points) != (line.place, line.points):
        difference = _("In the file: place %(place)s, %(points)s points.") % {
            "place": given.place or "–",
            "points": as_text(given.points),
        }
    return ComputedLine(line.place, file.entries[at].name or line.entry.name, as_text(line.points), difference)
