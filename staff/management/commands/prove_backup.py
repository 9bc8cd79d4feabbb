from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from infrastructure.management.reports import ReportCommand
from staff.backups import services
from staff.backups.databases import RestoreError


class Command(ReportCommand):
    help = (
        "Restores a backup into a scratch database, verifies every game there and counts every row. Exits with 1 if "
        "anything is not as it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the newest if left out")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.BACKUP_STORE:
            raise CommandError("BACKUP_STORE is not set.")
        try:
            proof = services.prove(options["name"])
        except RestoreError as error:
            raise CommandError(str(error)) from None
        result = {"name": proof.name, "rows": proof.rows, "seconds": round(proof.seconds, 1)}
        self.report(result, "{name} is proven: {rows:,} rows, {seconds} s.".format(**result))
