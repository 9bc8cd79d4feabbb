"""Rebuild the read models of games from their logs."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.db import transaction

from games.integrity.rebuild import rebuild
from games.kernel.events import LogMisfit
from games.management.games import add_slugs, chosen
from games.models import Game
from games.statistics.services import recompute_sums, tally
from infrastructure.management.reports import ReportCommand


class Command(ReportCommand):
    help = "Rebuilds open turns, scores, states and statistics of games from their logs, and tells what was wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)
        parser.add_argument("--dry-run", action="store_true", help="say what is wrong, and leave it")
        super().add_arguments(parser)

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
        told = {"games": games, "wrong": wrong, "counted": counted, "sums": sums, "done": not options["dry_run"]}
        self.report(told, _as_text(told))
        if misfits:
            self.stderr.write(f"{misfits} games do not fit the rules of this release.")
            sys.exit(1)

    def _rebuild(self, game_id: int, *, keep: bool) -> tuple[list[str], bool]:
        """What was wrong with the game, and whether its counts have changed."""
        with transaction.atomic():
            done = rebuild(game_id), tally(game_id)
            transaction.set_rollback(not keep)
        return done


def _as_text(told: dict[str, Any]) -> str:
    verb = "set right" if told["done"] else "to be set right"
    lines = [f"{slug}: {difference}" for slug, differences in told["wrong"].items() for difference in differences]
    lines.append(f"{told['games']} games looked at, {len(told['wrong'])} {verb}.")
    if told["counted"] or told["sums"]:
        lines.append(f"Statistics: {told['counted']} games counted again, {told['sums']} sums {verb}.")
    return "\n".join(lines)
