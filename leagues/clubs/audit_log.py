"""The audit log of a club: every member can read what was done, and by whom.

A kind of notification says what the log says of its event (`Audited`); `audit_messages` has the sentences of all else.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from leagues.access import ClubAccess
from leagues.models import AuditEntry, Club, Season
from players.models import User

ACTIONS: Final[dict[str, Promise]] = {}
"""The sentence of each action (`AuditEntry.action`)."""
BY_SITE: Final[dict[str, Promise]] = {}
"""The same where nobody did it: on schedule, or by the club's rules."""


class Audited:
    """A kind of notification whose event is in the audit log as well: its sentences, by action."""

    audit: ClassVar[dict[str, Promise]]
    audit_by_site: ClassVar[dict[str, Promise]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        ACTIONS.update(cls.__dict__.get("audit", {}))
        BY_SITE.update(cls.__dict__.get("audit_by_site", {}))


def record_in_audit_log(
    where: Club | Season,
    action: str,
    *,
    actor: User | None = None,
    subject: User | None = None,
    **data: Any,
) -> None:
    """Add an entry, in the transaction that does what it tells of. Without an actor the site did it by its rules."""
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
    """The entries of the club's log that the reader may see: of a season never announced only organisers know."""
    entries = AuditEntry.objects.filter(club=access.club)
    if access.organises:
        return entries
    return entries.filter(Q(season=None) | Q(season__announced_at__isnull=False))
