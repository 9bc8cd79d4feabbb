"""Back up an embedded site; docs/operations.md explains how to restore the copy."""

from __future__ import annotations

import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

KEYS: Final = ("secret_key", "vapid_key")


class Command(BaseCommand):
    help = (
        "Copies the data and keys of an embedded site into a new folder. The site may be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that does not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not settings.EMBEDDED:
            raise CommandError(
                "This site has a database server: use its own tools, such as pg_dump."
            )
        try:
            folder.mkdir(mode=0o700, parents=True)
        except FileExistsError as error:
            raise CommandError(f"{folder} already exists.") from error
        database = Path(settings.DATABASES["default"]["NAME"])
        connection.ensure_connection()
        with closing(sqlite3.connect(folder / database.name)) as copy:
            connection.connection.backup(copy)
        for name in KEYS:
            if (settings.VAR_DIR / name).exists():
                shutil.copy2(settings.VAR_DIR / name, folder)
        self.stdout.write(f"Copied to {folder}.")
