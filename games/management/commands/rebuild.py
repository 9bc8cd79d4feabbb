"""Rebuild the read models of games from their logs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.integrity.rebuild import rebuild
from games.management.games import add_slugs, chosen
from games.models import Game
from games.statistics.services import sum_anew, tally


class Command(BaseCommand):
    help = "Rebuilds open turns, scores, states and statistics of games from their logs, and prints what was wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        games = wrong = counted = 0
        for game_id in chosen(options["slugs"]):
            games += 1
            found = rebuild(game_id)
            wrong += bool(found)
            counted += tally(game_id)
            slug = Game.objects.values_list("slug", flat=True).get(pk=game_id)
            for difference in found:
                self.stdout.write(f"{slug}: {difference}")
        self.stdout.write(f"{games} games looked at, {wrong} set right.")
        sums = 0 if options["slugs"] else sum_anew()
        if counted or sums:
            self.stdout.write(f"Statistics: {counted} games counted anew, {sums} sums set right.")
