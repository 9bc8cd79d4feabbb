import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from staff.backups import services
from staff.backups.databases import RestoreError


class Command(BaseCommand):
    help = (
        "Restores a backup into a scratch database, verifies every game there and counts every row. Exits with 1 if "
        "anything is not as it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the newest if left out")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.BACKUP_STORE:
            raise CommandError("BACKUP_STORE is not set.")
        try:
            proof = services.prove(options["name"])
        except RestoreError as error:
            raise CommandError(str(error)) from None
        result = {"name": proof.name, "rows": proof.rows, "seconds": round(proof.seconds, 1)}
        if options["json"]:
            self.stdout.write(json.dumps(result))
        else:
            self.stdout.write("{name} is proven: {rows:,} rows, {seconds} s.".format(**result))
