"""Fetch a backup and restore it; docs/operations.md leads through it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.backups import services
from games.backups.databases import RestoreError, database


class Command(BaseCommand):
    help = "Decrypts a backup into a folder and, if asked to, restores the database from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
        parser.add_argument("name", nargs="?", help="the newest if left out")
        parser.add_argument(
            "--database", action="store_true", help="fill this site's database, which must be empty"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not settings.BACKUP_STORE:
            raise CommandError("BACKUP_STORE is not set.")
        try:
            folder.mkdir(mode=0o700, parents=True)
            name, counts = services.fetch(options["name"], folder)
            self.stdout.write(f"Decrypted {name}: {sum(counts.values()):,} rows.")
            if options["database"]:
                database().restore(folder)
                self.stdout.write("The database is restored.")
        except FileExistsError as error:
            raise CommandError(f"{folder} already exists.") from error
        except RestoreError as error:
            raise CommandError(str(error)) from None
        if (folder / "secret_key").read_text() != settings.SECRET_KEY:
            self.stdout.write(f"SECRET_KEY must become the one in {folder / 'secret_key'}.")
