"""Recompute standings and ratings from the games."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from leagues.models import Division
from leagues.ratings.services import rebuild
from leagues.standings.store import update_standings


class Command(BaseCommand):
    help = "Makes the standings of all divisions and all ratings anew, and reports how many were wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count what is wrong, and leave it")
        parser.add_argument("--json", action="store_true", help="print an object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        is_dry = options["dry_run"]
        divisions = list(Division.objects.order_by("pk").values_list("pk", flat=True))
        wrong = sum(_update(division_id, keep=not is_dry) for division_id in divisions)
        with transaction.atomic():
            ratings = rebuild()
            transaction.set_rollback(is_dry)
        if options["json"]:
            told = {"divisions": len(divisions), "wrong": wrong, "ratings": ratings}
            self.stdout.write(json.dumps({**told, "done": not is_dry}))
            return
        verb = "to be set right" if is_dry else "set right"
        self.stdout.write(f"{len(divisions)} divisions looked at, {wrong} {verb}.")
        self.stdout.write(f"Ratings {verb}: {ratings}.")


def _update(division_id: int, *, keep: bool) -> bool:
    """Whether the division's standings were other than stored. A transaction for each, so that none is locked long."""
    with transaction.atomic():
        is_wrong = update_standings(division_id, in_full=True)
        transaction.set_rollback(not keep)
    return is_wrong
