"""Fetch and restore a backup; docs/operations.md shows the steps."""

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from infrastructure.management.reports import ReportCommand
from staff.backups import services
from staff.backups.databases import Counts, RestoreError, check_kind, database


class Command(ReportCommand):
    help = "Decrypts a backup into a folder and, if asked to, restores the database from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
        parser.add_argument(
            "backup",
            nargs="?",
            help="the path of a file, or the name of a stored backup; the newest of BACKUP_STORE if left out",
        )
        parser.add_argument("--database", action="store_true", help="fill this site's database, which must be empty")
        parser.add_argument(
            "--dry-run", action="store_true", help="decrypt it for a look, and leave neither folder nor database"
        )
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        backup: str | None = options["backup"]
        if not settings.BACKUP_STORE and _file(backup) is None:
            missing = f"There is no file {backup}, and" if backup else "Name the file of a backup:"
            raise CommandError(f"{missing} BACKUP_STORE is not set.")
        try:
            folder.mkdir(mode=0o700, parents=True)
            result = _restored(folder, options)
        except FileExistsError as error:
            raise CommandError(f"{folder} already exists.") from error
        except RestoreError as error:
            raise CommandError(str(error)) from None
        self.report(result, _as_text(result, folder))


def _file(backup: str | None) -> Path | None:
    """The local file, unless the argument names a stored backup."""
    return Path(backup) if backup and Path(backup).is_file() else None


def _decrypted(backup: str | None, folder: Path) -> tuple[str, Counts]:
    file = _file(backup)
    return services.unpack_file(file, folder) if file else services.fetch(backup, folder)


def _restored(folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Decrypt the backup, restore the database if requested, and return the result."""
    is_kept = False
    try:
        name, counts = _decrypted(options["backup"], folder)
        keys = {f"needs_its_{key}": not _is_own(folder / key, value) for key, value in _own_keys().items()}
        if options["database"]:
            check_kind(folder, database().file)
            database().check_empty()
            if not options["dry_run"]:
                database().restore(folder)
        is_kept = not options["dry_run"]
    finally:
        if not is_kept:
            # Leftovers would block the next attempt.
            shutil.rmtree(folder)
    return {"name": name, "rows": sum(counts.values()), "database": options["database"], **keys, "done": is_kept}


def _own_keys() -> dict[str, str]:
    """The site's keys by the names of their files in a backup."""
    return {"secret_key": settings.SECRET_KEY, "vapid_key": settings.VAPID_PRIVATE_KEY}


def _is_own(file: Path, key: str) -> bool:
    """Whether the key of the backup, if it has one, is that of this site."""
    return not file.exists() or file.read_text().strip() == key


def _as_text(result: dict[str, Any], folder: Path) -> str:
    lines = [f"Decrypted {result['name']}: {result['rows']:,} rows."]
    if result["database"]:
        is_done = "is restored" if result["done"] else "to be restored"
        lines.append(f"The database {is_done}.")
    for variable, key in (("SECRET_KEY", "secret_key"), ("VAPID_PRIVATE_KEY", "vapid_key")):
        if result[f"needs_its_{key}"]:
            lines.append(f"{variable} must become the one in {folder / key}.")
    return "\n".join(lines)
