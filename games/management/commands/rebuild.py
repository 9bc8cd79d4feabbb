"""Make what is read of games anew from their logs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.games import add_slugs, chosen
from games.models import Game
from games.rebuilding import rebuild


class Command(BaseCommand):
    help = "Makes open turns, scores and states of games anew from their logs, and tells what was wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        games = wrong = 0
        for game_id in chosen(options["slugs"]):
            games += 1
            found = rebuild(game_id)
            wrong += bool(found)
            slug = Game.objects.values_list("slug", flat=True).get(pk=game_id)
            for difference in found:
                self.stdout.write(f"{slug}: {difference}")
        self.stdout.write(f"{games} games looked at, {wrong} set right.")
