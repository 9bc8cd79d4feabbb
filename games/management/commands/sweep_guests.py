from argparse import ArgumentParser
from typing import Any

from django.db import transaction

from games.departure import sweep_guests
from infrastructure.management.reports import ReportCommand


class Command(ReportCommand):
    help = "Deletes guests who never sat down at a table and have not been back for a week."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count, and delete nobody")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            number = sweep_guests()
            transaction.set_rollback(options["dry_run"])
        told = {"guests": number, "done": not options["dry_run"]}
        text = f"{number} guests to be deleted." if options["dry_run"] else f"{number} guests deleted."
        self.report(told, text)
