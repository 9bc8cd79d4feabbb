"""The audit log of a club: every member can read what was done, and by whom. `audit_messages` has its sentences."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from leagues.models import AuditEntry, Club, Season
from players.models import User


def record_in_audit_log(
    where: Club | Season,
    action: str,
    *,
    actor: User | None = None,
    subject: User | None = None,
    **data: Any,
) -> None:
    """Add an entry, in the transaction that does what it tells of. Without an actor the site did it by its rules."""
    if isinstance(where, Season):
        where, data = where.club, {"season": where.name, **data}
    AuditEntry.objects.create(
        club=where,
        at=timezone.now(),
        action=action,
        actor=actor,
        subject=subject,
        is_by_site=actor is None,
        data=data,
    )
