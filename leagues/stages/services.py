"""Prepares a later stage of a competition: a knock-out or a league of the best of a season."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_club_as_organiser
from leagues.models import Entry, Season, Standing
from leagues.seasons import services as season_services
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from leagues.stages.qualified import qualified
from players.models import User

FEWEST: Final = 2
"""Members of a stage."""


def why_no_stage(season: Season, members: int) -> str:
    """Why no later stage of so many members can be prepared yet; empty if it can."""
    if season.state != Season.State.FINISHED:
        return _("The next stage can be prepared once the last round is over.")
    return _("Too few members have a place.") if members < FEWEST else ""


@transaction.atomic
def make_stage(
    *,
    club_id: int,
    user: User,
    season_id: int,
    slug: str,
    name: str,
    each: int,
    pairing: str,
    advancing: int,
    places_first: bool,
) -> Season:
    """A season of the first of each division, with the same settings; the next ones are on its waiting list."""
    club = lock_club_as_organiser(club_id, user)
    before = Season.objects.get(pk=season_id, club=club)
    members, reserves = qualified(before, each)
    if reason := why_no_stage(before, len(members)):
        raise ClubError(reason)
    values = _settings(before) | {"pairing": pairing, "advancing": advancing, "cap": len(members)}
    made = season_services.create(club_id=club_id, user=user, slug=slug, name=name, **values)
    if made.stage_after_id is not None:
        return made  # The button was pressed twice.
    made.stage_after, made.stage_size, made.places_first = before, each, places_first
    made.save(update_fields=["stage_after", "stage_size", "places_first"])
    _enter(made, members, reserves)
    record_in_audit_log(made, "stage_made", actor=user, before=before.name)
    return made


def _settings(before: Season) -> dict[str, Any]:
    """Those of the season before, without dates, approval, and what says how many rounds count."""
    names = (*season_services.CHANGEABLE, *season_services.FIXED_AT_START, "rules_version")
    values = {name: getattr(before, name) for name in names if name != "name"}
    scheme = scheme_from_json(before.scheme_json)._replace(best=None, drop=0, minimum=0)
    return values | {
        "about": "",
        "scheme_json": scheme_to_json(scheme),
        "credit": Season.Credit.SEAT,
        "pace": Season.Pace.ROUNDS,
        "takes_attendance": False,
        "team_size": None,
        "needs_approval": False,
        "has_waiting_list": True,
        "late_until": 0,
        "starts_at": None,
        "registration_opens_at": None,
        "registration_closes_at": None,
    }


def _enter(season: Season, members: list[Standing], reserves: list[Standing]) -> None:
    now, division = timezone.now(), season.divisions.get()
    rows = [(line, Entry.State.ENTERED) for line in members] + [(line, Entry.State.WAITING) for line in reserves]
    Entry.objects.bulk_create(
        Entry(
            season=season,
            division=division if state == Entry.State.ENTERED else None,
            user=line.entry.user,
            guest_name=line.entry.guest_name,
            state=state,
            order=order,
            applied_at=now,
            entered_at=now if state == Entry.State.ENTERED else None,
        )
        for order, (line, state) in enumerate(rows, start=1)
    )
