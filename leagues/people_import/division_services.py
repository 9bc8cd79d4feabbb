"""Moves the members of a season to the divisions and seeds of a list, all at once or not at all."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.entries import services as entries
from leagues.locks import ClubError, lock_as_organiser, refuse_drawn
from leagues.models import Entry, Season
from leagues.people_import.division_lines import DivisionLine
from leagues.people_import.division_plan import DivisionPlan, PlannedLine, plan_of
from players.models import User


def refuse_begun(season: Season) -> None:
    """Divisions and seeds are fixed once tables are drawn."""
    if season.state not in (Season.State.DRAFT, Season.State.REGISTRATION):
        raise ClubError(_("The season has begun, so divisions and seeds stay as they are."))
    refuse_drawn(season)


@transaction.atomic
def apply_list(
    *, club_id: int, user: User, season_id: int, lines: Sequence[DivisionLine], is_last_table: bool, seen: str
) -> int:
    """Carry out a list; ``seen`` is the digest of its preview. Returns the number of members whom it names."""
    season = lock_as_organiser(club_id, user, season_id)
    refuse_begun(season)
    plan = plan_of(season, lines, is_last_table=is_last_table)
    if plan.digest != seen:
        raise ClubError(_("Something has changed since you checked the list. Check it again."))
    if plan.has_errors:
        raise ClubError(_("Correct the lines with errors first."))
    entry_of = {planned.line.number: _entry(season, user, planned) for planned in plan.lines if not planned.is_left_out}
    _move(plan, entry_of)
    for those in plan.seeds.values():
        entries.reorder([entry_of[one.line.number] if isinstance(one, PlannedLine) else one for one in those])
    if plan.seeds:
        season.is_seeded = True
        season.save(update_fields=["is_seeded"])
    record_in_audit_log(season, "divisions_listed", actor=user, members=len(entry_of))
    return len(entry_of)


def _entry(season: Season, user: User, planned: PlannedLine) -> Entry:
    if planned.entry is not None:
        return planned.entry
    assert planned.line.person is not None  # noqa: S101 (otherwise the line has an error, or is left out)
    return entries.add_to_locked(season, user, planned.line.person)


def _move(plan: DivisionPlan, entry_of: dict[int, Entry]) -> None:
    for planned in plan.lines:
        if planned.to is not None and not planned.is_left_out:
            entry_of[planned.line.number].division = planned.to
    Entry.objects.bulk_update(entry_of.values(), ["division"])
