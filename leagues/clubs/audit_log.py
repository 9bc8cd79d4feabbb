"""The audit log of a club: every member can read what was done, and by whom."""

from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from leagues.access import ClubAccess
from leagues.models import AuditEntry, Club, Season
from players.models import User


class Audited:
    """A kind of notification whose event is in the audit log as well (`audit_messages` lists them)."""

    audit: ClassVar[dict[str, Promise]] = {}
    """The sentence of each action (`AuditEntry.action`)."""
    audit_by_site: ClassVar[dict[str, Promise]] = {}
    """The sentence where nobody did it: on schedule, or by the club's rules."""


def record_in_audit_log(
    where: Club | Season, action: str, *, actor: User | None = None, subject: User | None = None, **data: Any
) -> None:
    """Add an entry, in the transaction of the change itself. Without an actor, the site did it by its rules."""
    club, season = (where.club, where) if isinstance(where, Season) else (where, None)
    if season is not None:
        data = {"season": season.name, **data}
    AuditEntry.objects.create(
        club=club,
        season=season,
        at=timezone.now(),
        action=action,
        actor=actor,
        subject=subject,
        is_by_site=actor is None,
        data=data,
    )


def readable_entries(access: ClubAccess) -> QuerySet[AuditEntry]:
    """The entries that the reader may see. Only organisers see those of a season that was never announced."""
    entries = AuditEntry.objects.filter(club=access.club)
    if access.organises:
        return entries
    return entries.filter(Q(season=None) | Q(season__announced_at__isnull=False))


def readable_seasons(access: ClubAccess) -> QuerySet[Season]:
    """The seasons whose entries the reader may see, the newest first."""
    seasons = Season.objects.filter(club=access.club).order_by("-pk")
    return seasons if access.organises else seasons.exclude(announced_at=None)
