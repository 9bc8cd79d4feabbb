"""Make standings and ratings anew from what was played."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from leagues.models import Division
from leagues.ratings.services import rebuild
from leagues.standings.store import update_standings


class Command(BaseCommand):
    help = (
        "Makes the standings of all divisions and all ratings anew, and tells how many were other."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        divisions = list(Division.objects.order_by("pk").values_list("pk", flat=True))
        wrong = sum(update_standings(division_id, in_full=True) for division_id in divisions)
        self.stdout.write(f"{len(divisions)} divisions looked at, {wrong} set right.")
        self.stdout.write(f"Ratings set right: {rebuild()}.")
