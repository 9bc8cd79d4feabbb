"""Recompute standings and ratings from the games."""

from argparse import ArgumentParser
from typing import Any

from django.db import transaction

from infrastructure.management.reports import ReportCommand
from leagues.models import Division
from leagues.ratings.services import rebuild
from leagues.standings.store import update_standings


class Command(ReportCommand):
    help = "Recomputes the standings of all divisions and all ratings, and tells how many were wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count what is wrong, and leave it")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        is_dry = options["dry_run"]
        divisions = list(Division.objects.order_by("pk").values_list("pk", flat=True))
        wrong = sum(_update(division_id, keep=not is_dry) for division_id in divisions)
        with transaction.atomic():
            ratings = rebuild()
            transaction.set_rollback(is_dry)
        told = {"divisions": len(divisions), "wrong": wrong, "ratings": ratings, "done": not is_dry}
        verb = "to be set right" if is_dry else "set right"
        self.report(told, f"{len(divisions)} divisions looked at, {wrong} {verb}.\nRatings {verb}: {ratings}.")


def _update(division_id: int, *, keep: bool) -> bool:
    """Whether the division's standings were other than stored. A transaction for each, so that none is locked long."""
    with transaction.atomic():
        is_wrong = update_standings(division_id, in_full=True)
        transaction.set_rollback(not keep)
    return is_wrong
