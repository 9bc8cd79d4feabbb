"""Make the results of sets of boards again from the logs of their games."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.boards.rebuild import rebuild_boards
from games.models import BoardSet


class Command(BaseCommand):
    help = "Counts the results of sets of boards again from the logs of their games, and ranks those that have closed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", help="sets, such as 2026-11-28; without any, all")

    def handle(self, *args: Any, **options: Any) -> None:
        sets = BoardSet.objects.order_by("pk")
        if slugs := options["slugs"]:
            sets = sets.filter(slug__in=slugs)
            if missing := sorted(set(slugs) - set(sets.values_list("slug", flat=True))):
                raise CommandError(f"There is no set {', '.join(missing)}.")
        for board_set in sets:
            rebuild_boards(board_set)
        self.stdout.write(f"{len(sets)} sets of boards were counted again.")
