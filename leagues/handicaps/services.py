"""Organisers set starting points and handicaps. Every change is kept, with who made it and why."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_for_correction
from leagues.models import Entry, HandicapChange, Season
from leagues.standings.store import correct_standings_later
from players.models import User


class Handicap(NamedTuple):
    start: Decimal = Decimal(0)
    """Points once."""
    per_match: Decimal = Decimal(0)


def handicap_of(entry: Entry) -> Handicap:
    return Handicap(entry.starting_points, entry.handicap)


@transaction.atomic
def set_handicaps(
    *, club_id: int, user: User, season_id: int, handicaps: Mapping[int, Handicap], reason: str, seen: int
) -> list[HandicapChange]:
    """Give these entries these handicaps; returns what has changed. ``seen`` is the last change that the page showed.

    This is also possible after the season is over, like adjustments.
    """
    season = lock_for_correction(club_id, user, season_id)
    if season.started_at is not None and not reason:
        raise ClubError(_("Once the season has started, a change needs a reason."))
    entries = list(season.entries.filter(pk__in=handicaps).select_related("user").order_by("order"))
    to_change = [entry for entry in entries if handicap_of(entry) != handicaps[entry.pk]]
    if to_change and seen != last_change(season):
        raise ClubError(_("Another organiser has changed the handicaps. Look at them again, please."))
    changes = [_changed(entry, handicaps[entry.pk], user, reason) for entry in to_change]
    HandicapChange.objects.bulk_create(changes)
    Entry.objects.bulk_update(to_change, ["starting_points", "handicap"])
    _record(season, user, changes, reason)
    if season.started_at is not None:
        correct_standings_later(*{entry.division_id for entry in to_change if entry.division_id is not None})
    return changes


def last_change(season: Season) -> int:
    """The key of the season's last change; 0 before the first."""
    last = HandicapChange.objects.filter(entry__season=season).order_by("-pk").values_list("pk", flat=True).first()
    return last or 0


def entries_with_handicaps(season: Season) -> list[Entry]:
    """The members, and others who have a handicap, by divisions."""
    entries = season.entries.select_related("user", "division").order_by("division__number", "order")
    return [entry for entry in entries if entry.state == Entry.State.ENTERED or entry.has_handicap]


def _changed(entry: Entry, new: Handicap, user: User, reason: str) -> HandicapChange:
    old = handicap_of(entry)
    entry.starting_points, entry.handicap = new
    return HandicapChange(
        entry=entry,
        start_before=old.start,
        start_after=new.start,
        match_before=old.per_match,
        match_after=new.per_match,
        reason=reason,
        made_at=timezone.now(),
        made_by=user,
    )


def _record(season: Season, user: User, changes: Sequence[HandicapChange], reason: str) -> None:
    """One line of the log for all of them: the page of the handicaps lists each."""
    if len(changes) == 1:
        [made] = changes
        values = [str(value) for value in (made.start_before, made.start_after, made.match_before, made.match_after)]
        subject = made.entry.user
        record_in_audit_log(season, "handicap_set", actor=user, subject=subject, handicap=values, reason=reason)
    elif changes:
        record_in_audit_log(season, "handicaps_set", actor=user, members=len(changes), reason=reason)


def changed_entries(entries: Iterable[Entry], handicaps: Mapping[int, Handicap]) -> list[Entry]:
    return [entry for entry in entries if entry.pk in handicaps and handicap_of(entry) != handicaps[entry.pk]]
