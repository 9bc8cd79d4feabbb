"""The draw of a division: rehearsed as often as wished, changed by hand, locked, and drawn anew for what is to come.

A rehearsal is one row, which the next one replaces. Locking it writes its tables into the rounds. After a withdrawal or
a late entry the rounds that nobody has begun to play are rehearsed and locked again; what was played stays.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues import seating
from leagues.models import Apart, Bye, Division, Draw, Entry, Round, Season, Table, TableSeat
from leagues.seasons.entering import first_open_round
from leagues.seasons.services import organised
from leagues.seasons.stored import (
    certificate_to_json,
    request_from_json,
    request_to_json,
    rounds_from_json,
    rounds_to_json,
)
from leagues.services import ClubError, note
from players.models import User

SEEDS: Final = 1_000_000_000
FEWEST: Final = 2
"""So many members a division has at least: one alone plays no season."""


def rehearse(
    *, club_id: int, user: User, season_id: int, number: int, seed: int | None = None
) -> Draw:
    """Draw the rounds of a division that have not begun, with another seed each time unless one is given."""
    with transaction.atomic():
        asked = _asked(organised(club_id, user, season_id), number)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    # It takes a few seconds, in which nothing is locked.
    try:
        drawn = seating.draw(asked.request, seed, asked.planned)
    except seating.SeatingError as error:
        raise ClubError(refusal(error)) from error
    with transaction.atomic():
        if _asked(organised(club_id, user, season_id), number) != asked:
            raise ClubError(_("Members or settings have changed since this draw: draw again."))
        asked.division.draws.filter(locked_at=None).delete()
        return Draw.objects.create(
            division=asked.division,
            first_round=asked.first_round,
            seed=seed,
            request_json=request_to_json(asked.request),
            rounds_json=rounds_to_json(drawn.rounds),
            certificate_json=certificate_to_json(drawn.certificate),
            made_at=timezone.now(),
            made_by=user,
        )


class Asked(NamedTuple):
    """What a draw is made from."""

    division: Division
    first_round: int
    request: seating.Request
    planned: tuple[seating.Round, ...]


def _asked(season: Season, number: int) -> Asked:
    division, first = _division(season, number), _first_round(season)
    return Asked(division, first, request_of(division, first), rounds_drawn(division, first))


@transaction.atomic
def discard(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Keep no rehearsal."""
    season = organised(club_id, user, season_id)
    _division(season, number).draws.filter(locked_at=None).delete()


@transaction.atomic
def exchange(
    *,
    club_id: int,
    user: User,
    season_id: int,
    number: int,
    round_number: int,
    one: int,
    other: int,
) -> None:
    """Let two members of the rehearsal change places in one round."""
    season = organised(club_id, user, season_id)
    draw = _rehearsal(_division(season, number))
    swapped = exchanged(draw, round_number, one, other)
    draw.rounds_json = rounds_to_json(swapped.rounds)
    draw.certificate_json = certificate_to_json(swapped.after)
    draw.swaps_json = [*draw.swaps_json, {"round": round_number, "one": one, "other": other}]
    draw.save(update_fields=["rounds_json", "certificate_json", "swaps_json"])


def exchanged(draw: Draw, round_number: int, one: int, other: int) -> seating.Swapped:
    """What that would make of the draw. Raises `ClubError` where it cannot be."""
    request, rounds = request_from_json(draw.request_json), rounds_from_json(draw.rounds_json)
    try:
        return seating.swap(request, rounds, round_number - draw.first_round, one, other)
    except seating.SeatingError as error:
        raise ClubError(refusal(error)) from error


@transaction.atomic
def lock(*, club_id: int, user: User, season_id: int, number: int, draw_id: int) -> None:
    """Let the rehearsal be what is played; the tables that it replaces go."""
    season = organised(club_id, user, season_id)
    division = _division(season, number)
    draw = _rehearsal(division)
    if draw.pk != draw_id:
        raise ClubError(_("This draw was replaced by another meanwhile."))
    if draw.first_round != _first_round(season):
        raise ClubError(_("Meanwhile another round has begun: draw again."))
    request = request_of(division, draw.first_round)
    if request_to_json(request) != draw.request_json:
        raise ClubError(_("Members or settings have changed since this draw: draw again."))
    _write(division, draw)
    draw.locked_at, draw.locked_by = timezone.now(), user
    draw.save(update_fields=["locked_at", "locked_by"])
    note(
        season.club,
        "draw_locked",
        actor=user,
        season=season.name,
        division=str(division),
        round=draw.first_round,
        seed=draw.seed,
        swaps=len(draw.swaps_json),
    )


@transaction.atomic
def unlock(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Take the draw of a season back that has not started."""
    season = organised(club_id, user, season_id)
    if season.state == Season.State.RUNNING:
        raise ClubError(_("The season has started: draw again what is not yet played."))
    division = _division(season, number)
    if not division.draws.filter(locked_at__isnull=False).exists():
        return
    _clear(division, 1)
    division.draws.filter(locked_at__isnull=False).delete()
    note(season.club, "draw_unlocked", actor=user, season=season.name, division=str(division))


@transaction.atomic
def keep_apart(*, club_id: int, user: User, season_id: int, one: int, other: int) -> None:
    """Never draw these two to one table."""
    season = organised(club_id, user, season_id)
    found = season.entries.filter(pk__in=(one, other), state=Entry.State.ENTERED)
    if one == other or found.count() != 2:
        raise ClubError(_("These are not two members of the season."))
    first, second = seating.pair(one, other)
    _pair, is_new = Apart.objects.get_or_create(season=season, one_id=first, other_id=second)
    if is_new:
        note(season.club, "kept_apart", actor=user, season=season.name)


@transaction.atomic
def allow_together(*, club_id: int, user: User, season_id: int, apart_id: int) -> None:
    """Let these two meet again."""
    season = organised(club_id, user, season_id)
    if season.apart.filter(pk=apart_id).delete()[0]:
        note(season.club, "allowed_together", actor=user, season=season.name)


# --- What is to be drawn ---


def request_of(division: Division, first: int) -> seating.Request:
    """The rounds from that one on, for those who are in the division now."""
    season = division.season
    entries = division.entries.filter(state=Entry.State.ENTERED)
    members = tuple(entries.order_by("order").values_list("pk", flat=True))
    if len(members) < FEWEST:
        raise ClubError(_("This division has too few members for a draw."))
    return seating.Request(
        members=members,
        rounds=season.rounds_planned - first + 1,
        size=season.rules.players,
        other=season.other_size,
        gap="byes" if season.gap == Season.Gap.BYES else "bots",
        apart=frozenset(
            seating.pair(one, other)
            for one, other in season.apart.values_list("one", "other")
            if one in members and other in members
        ),
        past=rounds_drawn(division, 1, first - 1),
    )


def rounds_drawn(
    division: Division, first: int, last: int | None = None
) -> tuple[seating.Round, ...]:
    """The rounds of the division that have tables, as they were drawn."""
    tables = division.tables.filter(round__number__gte=first)
    byes = Bye.objects.filter(entry__division=division, round__number__gte=first)
    if last is not None:
        tables, byes = tables.filter(round__number__lte=last), byes.filter(round__number__lte=last)
    seats: dict[int, dict[int, list[int | None]]] = {}
    rows = TableSeat.objects.filter(table__in=tables).order_by(
        "table__round__number", "table__number", "number"
    )
    for number, table, entry in rows.values_list("table__round__number", "table__number", "entry"):
        seats.setdefault(number, {}).setdefault(table, []).append(entry)
    free: dict[int, list[int]] = {}
    for number, entry in byes.order_by("pk").values_list("round__number", "entry"):
        free.setdefault(number, []).append(entry)
    return tuple(
        seating.Round(
            tuple(seating.Table(tuple(own)) for own in seats.get(number, {}).values()),
            tuple(free.get(number, [])),
        )
        for number in sorted(seats.keys() | free.keys())
    )


@dataclass(frozen=True, slots=True)
class Drawn:
    """How far a division is: its rehearsal, its latest locked draw, and whether that is for those who are in it now."""

    division: Division
    members: int
    rehearsal: Draw | None
    locked: Draw | None
    is_stale: bool
    """Somebody has come or gone since it was locked, and rounds are left to be drawn anew."""


def drawn(
    season: Season,
    divisions: Iterable[Division] | None = None,
    entered: Iterable[Entry] | None = None,
    *,
    whole: bool = False,
    first: int | None = None,
) -> list[Drawn]:
    """Of every division; with what is at hand already of that. ``whole``: with what was drawn."""
    if divisions is None:
        divisions = season.divisions.order_by("number")
    if entered is None:
        entered = season.entries.filter(state=Entry.State.ENTERED)
    rows = Draw.objects.filter(division__season=season).select_related("locked_by")
    if not whole:
        # They are large.
        rows = rows.defer("rounds_json", "certificate_json")
    draws = list(rows.order_by("pk"))
    members: dict[int | None, set[int]] = {}
    for entry in entered:
        members.setdefault(entry.division_id, set()).add(entry.pk)
    if first is None:
        first = first_open_round(season) if draws else 0
    found = []
    for division in divisions:
        division.season = season
        own = [draw for draw in draws if draw.division_id == division.pk]
        rehearsal = next((draw for draw in own if draw.locked_at is None), None)
        last = next((draw for draw in reversed(own) if draw.locked_at is not None), None)
        now = members.get(division.pk, set())
        stale = last is not None and bool(first) and set(last.request_json["members"]) != now
        found.append(Drawn(division, len(now), rehearsal, last, stale))
    return found


# --- Steps of the above ---


def _division(season: Season, number: int) -> Division:
    found = season.divisions.filter(number=number).first()
    if found is None:
        raise ClubError(_("The season has no such division any more."))
    found.season = season
    return found


def _rehearsal(division: Division) -> Draw:
    found = division.draws.filter(locked_at=None).first()
    if found is None:
        raise ClubError(_("There is no draw to be changed: draw first."))
    return found


def _first_round(season: Season) -> int:
    first = first_open_round(season)
    if not first:
        raise ClubError(_("All rounds have begun: nothing is left to be drawn."))
    return first


def _clear(division: Division, first: int) -> None:
    """Take the tables away that nobody has begun to play."""
    division.tables.filter(round__number__gte=first, opened_at=None).delete()
    Bye.objects.filter(entry__division=division, round__number__gte=first).delete()


def _write(division: Division, draw: Draw) -> None:
    """Let the draw's tables stand in their rounds."""
    _clear(division, draw.first_round)
    rounds = {one.number: one for one in Round.objects.filter(season=division.season)}
    tables: list[Table] = []
    people: list[tuple[Table, Sequence[int | None]]] = []
    byes: list[Bye] = []
    for number, data in enumerate(draw.rounds_json, start=draw.first_round):
        for place, seats in enumerate(data["tables"], start=1):
            table = Table(round=rounds[number], division=division, number=place)
            tables.append(table)
            people.append((table, seats))
        byes += [Bye(round=rounds[number], entry_id=entry) for entry in data["byes"]]
    Table.objects.bulk_create(tables)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, number=number, entry_id=entry)
        for table, seats in people
        for number, entry in enumerate(seats)
    )
    Bye.objects.bulk_create(byes)


def refusal(error: seating.SeatingError) -> str:
    """Why a draw cannot be, in words."""
    words: dict[str, Any] = {
        "too_few_members": _("There are too few members for a table of this size."),
        "not_in_round": _("Both must be in this round."),
        "same_table": _("These two sit at the same table."),
        "no_such_round": _("The draw has no such round."),
    }
    return str(words.get(error.code, _("This draw cannot be made.")))
