"""Verify the logs of games; docs/operations.md explains when to do so."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.integrity.audit import audit
from games.management.games import add_slugs, chosen
from games.models import Game


class Command(BaseCommand):
    help = "Verifies the logs of games: digests, rules, the shuffle, and the read models derived from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        games = failed = 0
        for game_id in chosen(options["slugs"]):
            games += 1
            failed += self._check(game_id)
        self.stdout.write(f"{games} games checked, {failed} not in order.")
        if failed:
            sys.exit(1)

    def _check(self, game_id: int) -> bool:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            wrong = [check.claim for check in audit(game) if not check.holds]
        for claim in wrong:
            self.stderr.write(f"{game.slug}: this does not hold: {claim}")
        return bool(wrong)
