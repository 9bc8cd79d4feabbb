"""Rebuild the read models of games from their logs."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.integrity.rebuild import rebuild
from games.kernel.events import LogMisfit
from games.management.games import add_slugs, chosen
from games.models import Game
from games.statistics.services import recompute_sums, tally


class Command(BaseCommand):
    help = "Rebuilds open turns, scores, states and statistics of games from their logs, and prints what was wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)
        parser.add_argument("--dry-run", action="store_true", help="say what is wrong, and leave it")
        parser.add_argument("--json", action="store_true", help="print an object of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        games = counted = misfits = 0
        wrong: dict[str, list[str]] = {}
        for game_id in chosen(options["slugs"]):
            games += 1
            try:
                differences, is_new = self._rebuild(game_id, keep=not options["dry_run"])
            except LogMisfit as misfit:
                differences, is_new = [f"{misfit}; left as it is"], False
                misfits += 1
            counted += is_new
            if differences:
                wrong[Game.objects.values_list("slug", flat=True).get(pk=game_id)] = differences
        sums = 0 if options["slugs"] or options["dry_run"] else recompute_sums()
        if options["json"]:
            told = {"games": games, "wrong": wrong, "counted": counted, "sums": sums}
            self.stdout.write(json.dumps({**told, "done": not options["dry_run"]}))
        else:
            self._tell(games, wrong, counted, sums, options["dry_run"])
        if misfits:
            raise CommandError(f"{misfits} games do not fit the rules of this release.")

    def _rebuild(self, game_id: int, *, keep: bool) -> tuple[list[str], bool]:
        """What was wrong with the game, and whether its counts have changed."""
        with transaction.atomic():
            done = rebuild(game_id), tally(game_id)
            transaction.set_rollback(not keep)
        return done

    def _tell(self, games: int, wrong: dict[str, list[str]], counted: int, sums: int, is_dry: bool) -> None:
        for slug, differences in wrong.items():
            for difference in differences:
                self.stdout.write(f"{slug}: {difference}")
        verb = "to be set right" if is_dry else "set right"
        self.stdout.write(f"{games} games looked at, {len(wrong)} {verb}.")
        if counted or sums:
            text = f"Statistics: {counted} games counted again, {sums} sums {verb}."
            self.stdout.write(text)
