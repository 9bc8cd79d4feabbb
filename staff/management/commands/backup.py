"""Back the site up; docs/operations.md explains how to restore it."""

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from infrastructure.management.reports import ReportCommand
from staff.backups import archive, services
from staff.backups.databases import RestoreError


class Command(ReportCommand):
    help = (
        "Stores an encrypted backup of the database and the keys in BACKUP_STORE, or copies both as they are into a "
        "new folder. The site may be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help="a folder that does not exist yet")
        parser.add_argument("--dry-run", action="store_true", help="say what would be stored and deleted")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path | None = options["folder"]
        is_dry = options["dry_run"]
        try:
            if folder is not None:
                result, text = _copy(folder, is_dry=is_dry)
            elif settings.BACKUP_STORE:
                result, text = _store(is_dry=is_dry)
            else:
                raise CommandError("Name a folder, or set BACKUP_STORE and BACKUP_KEY.")
        except RestoreError as error:
            raise CommandError(str(error)) from None
        self.report({**result, "done": not is_dry}, text)


def _store(*, is_dry: bool) -> tuple[dict[str, Any], str]:
    surplus = services.surplus(more=1)
    name = services.new_name() if is_dry else services.back_up()
    result = {"store": settings.BACKUP_STORE, "name": name, "deleted": surplus}
    text = f"{name} to be stored." if is_dry else f"Stored {name}."
    verb = "to be deleted" if is_dry else "deleted"
    return result, "\n".join([text, *(f"{old} {verb}." for old in surplus)])


def _copy(folder: Path, *, is_dry: bool) -> tuple[dict[str, Any], str]:
    if is_dry:
        if folder.exists():
            raise CommandError(f"{folder} already exists.")
        return {"folder": str(folder)}, f"To be copied to {folder}."
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError as error:
        raise CommandError(f"{folder} already exists.") from error
    except OSError as error:
        raise CommandError(f"{folder} cannot be made: {error.strerror}.") from error
    try:
        rows = sum(archive.copy_site(folder).values())
    except BaseException:
        # Leftovers would block the next attempt, and are not encrypted.
        shutil.rmtree(folder)
        raise
    return {"folder": str(folder), "rows": rows}, f"Copied to {folder}."
