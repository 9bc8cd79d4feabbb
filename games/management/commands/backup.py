"""Back the site up; docs/operations.md explains how to restore it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.backups import archive, services
from games.backups.databases import RestoreError


class Command(BaseCommand):
    help = (
        "Stores an encrypted backup of the database and the keys in BACKUP_STORE, or copies both as they are into a "
        "new folder. The site may be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help="a folder that does not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path | None = options["folder"]
        try:
            if folder is not None:
                self.copy_to(folder)
            elif settings.BACKUP_STORE:
                self.stdout.write(f"Stored {services.back_up()}.")
            else:
                raise CommandError("Name a folder, or set BACKUP_STORE and BACKUP_KEY.")
        except RestoreError as error:
            raise CommandError(str(error)) from None

    def copy_to(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True)
        except FileExistsError as error:
            raise CommandError(f"{folder} already exists.") from error
        archive.copy_site(folder)
        self.stdout.write(f"Copied to {folder}.")
