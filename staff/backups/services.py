"""Back up the site, and prove that stored backups can be restored."""

import os
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings
from django.utils import timezone

from staff.backups import archive, backup_store
from staff.backups.databases import Counts, RestoreError, database, run_program
from staff.backups.models import BackupProof

PREFIX: Final = "napoleon-"
TIME: Final = "%Y%m%dT%H%M%SZ"
BACKUP, PROOF = SCRATCH = ("napoleon-backup-", "napoleon-proof-")
"""Prefixes of the folders in which backups are made and proven."""


def back_up() -> str:
    """Store a new backup, delete the surplus ones, and return its name."""
    name = new_name()
    with TemporaryDirectory(prefix=BACKUP) as scratch:
        copies, packed = Path(scratch) / "copies", Path(scratch) / name
        copies.mkdir()
        archive.copy_site(copies)
        archive.pack(copies, packed)
        backup_store.put(name, packed)
    for old in surplus():
        backup_store.delete(old)
    return name


def new_name() -> str:
    """The name of a backup made now."""
    return f"{PREFIX}{timezone.now().astimezone(UTC).strftime(TIME)}{archive.ENDING}"


def surplus(more: int = 0) -> list[str]:
    """The oldest backups to delete once ``more`` have been added."""
    known = stored()
    return known[: max(0, len(known) + more - settings.BACKUP_KEEP)]


def stored() -> list[str]:
    """The names of the stored backups, oldest first."""
    return [name for name in backup_store.names() if name.startswith(PREFIX) and name.endswith(archive.ENDING)]


def fetch(name: str | None, folder: Path) -> tuple[str, Counts]:
    """Decrypt a stored backup (by default the newest) into this folder. Raises `RestoreError`."""
    known = stored()
    if not known:
        raise RestoreError(f"There is no backup in {settings.BACKUP_STORE}.")
    name = name or known[-1]
    if name not in known:
        raise RestoreError(f"There is no backup {name}. The newest is {known[-1]}.")
    with TemporaryDirectory(prefix=BACKUP) as scratch:
        packed = Path(scratch) / name
        backup_store.get(name, packed)
        return name, archive.unpack(packed, folder)


def unpack_file(file: Path, folder: Path) -> tuple[str, Counts]:
    """Decrypt a local backup file into this folder. Raises `RestoreError`."""
    with TemporaryDirectory(prefix=BACKUP) as scratch:
        # The decrypted file lies beside it for a while, and others may be able to read the original's folder.
        packed = Path(scratch) / file.name
        packed.symlink_to(file.resolve())
        return file.name, archive.unpack(packed, folder)


def prove(name: str | None = None) -> BackupProof:
    """Restore a backup (by default the newest) into a scratch database; verify every game and count every row.

    Raises `RestoreError` if anything differs from the time of the copy.
    """
    begun = time.monotonic()
    with TemporaryDirectory(prefix=PROOF) as scratch:
        name, expected = fetch(name, Path(scratch))
        with database().scratch(Path(scratch)) as restored:
            if restored.counts != expected:
                raise RestoreError(f"{name} lost rows: {_differences(expected, restored.counts)}")
            verify(restored.environment)
    return BackupProof.objects.create(
        name=name,
        made_at=made_at(name),
        proven_at=timezone.now(),
        rows=sum(expected.values()),
        seconds=time.monotonic() - begun,
    )


def verify(environment: Mapping[str, str]) -> None:
    """Verify the games of a scratch database in a separate process. Raises `RestoreError`."""
    manage = str(settings.BASE_DIR / "manage.py")
    # A proof must not read the cached states of the real site.
    own = {**environment, "DJANGO_SETTINGS_MODULE": "napoleon_site.proof_settings"}
    run_program([sys.executable, manage, "verify"], {**os.environ, **own})


def made_at(name: str) -> datetime:
    stamp = name.removeprefix(PREFIX).removesuffix(archive.ENDING)
    return datetime.strptime(stamp, TIME).replace(tzinfo=UTC)


def _differences(expected: Counts, counted: Counts) -> str:
    tables = sorted(expected.keys() | counted.keys())
    return ", ".join(
        f"{table} has {counted.get(table, 0)} of {expected.get(table, 0)}"
        for table in tables
        if expected.get(table) != counted.get(table)
    )
