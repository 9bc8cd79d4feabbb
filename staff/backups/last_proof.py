"""The state of backups, without access to their store."""

from datetime import datetime, timedelta

from django.conf import settings

from staff.backups.models import BackupProof


def last_proven() -> BackupProof | None:
    return BackupProof.objects.first()


def is_too_old(proof: BackupProof | None, now: datetime) -> bool:
    """Whether the last proven backup is older than BACKUP_MAX_AGE."""
    if not settings.BACKUP_MAX_AGE:
        return False
    return proof is None or now - proof.made_at > timedelta(hours=settings.BACKUP_MAX_AGE)
