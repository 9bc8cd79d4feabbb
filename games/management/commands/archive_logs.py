"""Write finished matches to compressed files that `replay` reads; docs/operations.md says what for."""

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from games.records import archive_files
from games.records.archive_files import Month, NotArchived
from infrastructure.management.numbers import whole_number
from infrastructure.management.reports import ReportCommand


class Command(ReportCommand):
    help = (
        "Writes the matches that ended long ago to FOLDER, a compressed file of records for each whole month, reads "
        "each file again and compares it with the logs. Nothing is removed from the database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--older-than", type=whole_number(0, 365_000), default=365, metavar="DAYS", help="365 if left out"
        )
        parser.add_argument("--check", action="store_true", help="compare files that are there too")
        parser.add_argument("--dry-run", action="store_true", help="say what would be written")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        since = timezone.now() - timedelta(days=options["older_than"])
        files: list[dict[str, Any]] = []
        for month in archive_files.months_before(since):
            try:
                done = self._see_to(month, folder, options)
            except (NotArchived, OSError) as error:
                raise CommandError(str(error)) from error
            files.append({"file": month.file_name, "matches": len(month.games), "done": done})
        self.report(files, "\n".join("{file}: {matches} matches, {done}".format(**file) for file in files))

    def _see_to(self, month: Month, folder: Path, options: dict[str, Any]) -> str:
        path = folder / month.file_name
        if path.exists() and options["check"]:
            archive_files.verify(path, month.games)
            return "compared"
        if path.exists():
            return "there already"
        if options["dry_run"]:
            return "would be written"
        archive_files.write(month, folder)
        return "written"
