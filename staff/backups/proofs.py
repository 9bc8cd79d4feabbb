"""What is known of the backups, without reaching for their store."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from staff.backups.models import BackupProof


def last_proven() -> BackupProof | None:
    """Return the newest backup that was proven."""
    return BackupProof.objects.first()


def is_too_old(proof: BackupProof | None, now: datetime) -> bool:
    """Whether BACKUP_MAX_AGE asks for a newer one."""
    if not settings.BACKUP_MAX_AGE:
        return False
    return proof is None or now - proof.made_at > timedelta(hours=settings.BACKUP_MAX_AGE)
