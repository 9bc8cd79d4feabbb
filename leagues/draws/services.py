"""The draw of a division: rehearsed any number of times, swapped by hand, locked, and drawn again for later rounds.

A rehearsal is one row, which the next rehearsal replaces. Locking it creates its tables in the rounds. After a
withdrawal or a late entry the rounds that have not begun are rehearsed and locked again; rounds that have begun stay.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues import seating
from leagues.clubs.audit_log import record_in_audit_log
from leagues.draws.draw_json import (
    certificate_to_json,
    request_from_json,
    request_to_json,
    rounds_from_json,
    rounds_to_json,
)
from leagues.draws.seating_request import request_of, rounds_drawn
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Apart, Bye, Division, Draw, Entry, Round, Season, Table, TableSeat
from leagues.rounds.knock_out import plan_from_entries
from leagues.seasons.dates import first_open_round
from players.models import User

SEEDS: Final = 1_000_000_000
MOST_APART: Final = 12
"""Members that are kept apart at once."""


def rehearse(*, club_id: int, user: User, season_id: int, number: int, seed: int | None = None) -> Draw:
    """Draw the rounds of a division that have not begun, with a random seed unless one is given.

    In a Swiss season that is the next round alone, once the one before it is over.
    """
    return _rehearsed(lambda: lock_as_organiser(club_id, user, season_id), number, seed, user)


def _rehearsed(locked: Callable[[], Season], number: int, seed: int | None, user: User | None) -> Draw:
    with transaction.atomic():
        given = _draw_input(locked(), number)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    # The search takes seconds, so it runs without locks.
    try:
        drawn = seating.draw(given.request, seed, given.planned)
    except seating.SeatingError as error:
        raise ClubError(refusal(error)) from error
    with transaction.atomic():
        if _draw_input(locked(), number) != given:
            raise ClubError(_("Members or settings have changed since this draw: draw again."), "draw", number)
        given.division.draws.filter(locked_at=None).delete()
        return Draw.objects.create(
            division=given.division,
            first_round=given.first_round,
            seed=seed,
            request_json=request_to_json(given.request),
            planned_json=rounds_to_json(given.planned) or None,
            rounds_json=rounds_to_json(drawn.rounds),
            certificate_json=certificate_to_json(drawn.certificate),
            made_at=timezone.now(),
            made_by=user,
        )


def draw_by_site(season: Season, number: int) -> None:
    """Draw the next round of a Swiss season that nobody has drawn, and lock it. Raises `ClubError` if it cannot be."""
    draw = _rehearsed(lambda: _locked(season), number, None, None)
    with transaction.atomic():
        _lock(_locked(season), number, draw.pk, None)


def _locked(season: Season) -> Season:
    """The season, its row locked, as the sweep changes it."""
    rows = Season.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("club").get(pk=season.pk)


class DrawInput(NamedTuple):
    division: Division
    first_round: int
    request: seating.SeatingRequest
    planned: tuple[seating.SeatingRound, ...]


def _draw_input(season: Season, number: int) -> DrawInput:
    division, first = _division(season, number), first_open_round(season)
    return DrawInput(division, first, request_of(division, first), rounds_drawn(division, first))


@transaction.atomic
def discard(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Delete the rehearsal."""
    season = lock_as_organiser(club_id, user, season_id)
    _division(season, number).draws.filter(locked_at=None).delete()


@transaction.atomic
def swap(
    *,
    club_id: int,
    user: User,
    season_id: int,
    number: int,
    draw_id: int,
    made: int,
    round_number: int,
    one: int,
    other: int,
) -> None:
    """Swap two members of the rehearsal in one round, after the ``made`` swaps with which the draw was looked at."""
    season = lock_as_organiser(club_id, user, season_id)
    draw = _rehearsal(_division(season, number))
    wanted = {"round": round_number, "one": one, "other": other}
    if draw.pk == draw_id and draw.swaps_json[made:] == [wanted]:
        return  # The button was pressed twice, which would swap them back.
    if draw.pk != draw_id or len(draw.swaps_json) != made:
        raise ClubError(_("The draw has changed since. Please check it again."), "draw", number)
    swapped = swapped_draw(draw, round_number, one, other)
    draw.rounds_json = rounds_to_json(swapped.rounds)
    draw.certificate_json = certificate_to_json(swapped.after)
    draw.swaps_json = [*draw.swaps_json, wanted]
    draw.save(update_fields=["rounds_json", "certificate_json", "swaps_json"])


def swapped_draw(draw: Draw, round_number: int, one: int, other: int) -> seating.Swapped:
    """The draw after a swap. Raises `ClubError` if the swap is impossible."""
    request, rounds = request_from_json(draw.request_json), rounds_from_json(draw.rounds_json)
    try:
        return seating.swap(request, rounds, round_number - draw.first_round, one, other)
    except seating.SeatingError as error:
        raise ClubError(refusal(error)) from error


@transaction.atomic
def lock(*, club_id: int, user: User, season_id: int, number: int, draw_id: int) -> None:
    """Lock the rehearsal: its tables replace those of the rounds that have not begun."""
    _lock(lock_as_organiser(club_id, user, season_id), number, draw_id, user)


def _lock(season: Season, number: int, draw_id: int, user: User | None) -> None:
    division = _division(season, number)
    draw = _rehearsal(division)
    if draw.pk != draw_id:
        raise ClubError(_("This draw has been replaced by another."), "draw", number)
    if draw.first_round != first_open_round(season):
        raise ClubError(_("Another round has begun in the meantime. Draw again."), "draw", number)
    if request_to_json(request_of(division, draw.first_round)) != draw.request_json:
        raise ClubError(_("Members or settings have changed since this draw: draw again."), "draw", number)
    _write(division, draw)
    if season.is_knock_out and draw.first_round == 1:
        plan_from_entries(season)
        season.save(update_fields=["rounds_planned"])
    draw.locked_at, draw.locked_by = timezone.now(), user
    draw.save(update_fields=["locked_at", "locked_by"])
    record_in_audit_log(
        season,
        "draw_locked",
        actor=user,
        division=division.logged,
        round=draw.first_round,
        seed=draw.seed,
        swaps=len(draw.swaps_json),
    )


@transaction.atomic
def unlock(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Unlock the draw of a season that has not started."""
    season = lock_as_organiser(club_id, user, season_id)
    if season.state == Season.State.RUNNING:
        raise ClubError(_("The season has started. Redraw the rounds not yet played."), "draw", number)
    division = _division(season, number)
    if not division.draws.filter(locked_at__isnull=False).exists():
        return
    _clear(division, 1)
    division.draws.filter(locked_at__isnull=False).delete()
    record_in_audit_log(season, "draw_unlocked", actor=user, division=division.logged)


@transaction.atomic
def keep_apart(*, club_id: int, user: User, season_id: int, members: Collection[int]) -> None:
    """Keep these members apart, each from every other, in all draws of the season."""
    season = lock_as_organiser(club_id, user, season_id)
    chosen = set(members)
    found = season.entries.filter(pk__in=chosen, state=Entry.State.ENTERED)
    if len(chosen) < 2 or found.count() != len(chosen):
        raise ClubError(_("Choose at least two members of the season."))
    if len(chosen) > MOST_APART:
        raise ClubError(_("Choose at most %(n)s members at a time.") % {"n": MOST_APART})
    known = set(season.apart.values_list("one", "other"))
    for one, other in set(combinations(sorted(chosen), 2)) - known:
        Apart.objects.create(season=season, one_id=one, other_id=other)
        record_in_audit_log(season, "kept_apart", actor=user)


def rounds_together(season: Season, members: Collection[int]) -> list[int]:
    """The planned rounds in which two of them are drawn to one table all the same."""
    planned = Table.objects.filter(round__season=season, round__state=Round.State.PLANNED)
    met = planned.annotate(of_them=Count("seats", filter=Q(seats__entry__in=members))).filter(of_them__gte=2)
    return sorted(set(met.values_list("round__number", flat=True)))


@transaction.atomic
def allow_together(*, club_id: int, user: User, season_id: int, apart_id: int) -> None:
    """No longer keep two members apart."""
    season = lock_as_organiser(club_id, user, season_id)
    if season.apart.filter(pk=apart_id).delete()[0]:
        record_in_audit_log(season, "allowed_together", actor=user)


# --- Steps of the above ---


def _division(season: Season, number: int) -> Division:
    found = season.divisions.filter(number=number).first()
    if found is None:
        raise ClubError(_("The season has no such division any more."), "draw", 1)
    found.season = season
    return found


def _rehearsal(division: Division) -> Draw:
    found = division.draws.filter(locked_at=None).first()
    if found is None:
        raise ClubError(_("There is no draw to change. Draw first."), "draw", division.number)
    return found


def _clear(division: Division, first: int) -> None:
    """Delete the tables that have not been opened."""
    division.tables.filter(round__number__gte=first, opened_at=None).delete()
    Bye.objects.filter(entry__division=division, round__number__gte=first).delete()


def _write(division: Division, draw: Draw) -> None:
    """Create the draw's tables in their rounds."""
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
    """The reason why a draw is impossible, in the reader's language."""
    words: dict[str, Any] = {
        "not_in_round": _("Both must be in this round."),
        "same_table": _("These two sit at the same table."),
        "no_such_round": _("The draw has no such round."),
    }
    return str(words.get(error.code, _("This draw cannot be made.")))
