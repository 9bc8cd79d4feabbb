"""Verify the logs of games; docs/operations.md explains when to do so."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.db import transaction

from games.integrity.audit import audit
from games.management.games import add_slugs, chosen
from games.models import Game
from infrastructure.management.reports import ReportCommand


class Command(ReportCommand):
    help = "Verifies the logs of games: digests, rules, the shuffle, and the read models derived from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        games, failed = 0, {}
        for game_id in chosen(options["slugs"]):
            games += 1
            slug, wrong = self._check(game_id)
            if wrong:
                failed[slug] = wrong
        told = {"games": games, "wrong": failed}
        text = f"{games} games checked, {len(failed)} not in order."
        self.report(told, text)
        if failed:
            sys.exit(1)

    def _check(self, game_id: int) -> tuple[str, list[str]]:
        """The game, and the claims that do not hold."""
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
            wrong = [check.claim for check in audit(game) if not check.holds]
        for claim in wrong:
            self.stderr.write(f"{game.slug}: this does not hold: {claim}")
        return game.slug, wrong
