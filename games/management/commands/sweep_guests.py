import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.departure import sweep_guests


class Command(BaseCommand):
    help = "Deletes guests who never sat down at a table and have not been back for a week."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count, and delete nobody")
        parser.add_argument("--json", action="store_true", help="print an object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            number = sweep_guests()
            transaction.set_rollback(options["dry_run"])
        told = {"guests": number, "done": not options["dry_run"]}
        text = f"{number} guests to be deleted." if options["dry_run"] else f"{number} guests deleted."
        self.stdout.write(json.dumps(told) if options["json"] else text)
