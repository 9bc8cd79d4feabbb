"""Plays a whole demo season with bots."""

import time
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from leagues.demo_season import PATIENCE, Stuck, play_season, standings, undo
from leagues.models import Season
from leagues.standings.number_format import as_text
from napoleon.engine import RulesError
from napoleon.engine.rules import options_of


class Command(BaseCommand):
    help = "Founds a club whose members play a season to its end, bots acting for all of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--members", type=int, default=23)
        parser.add_argument("--rounds", type=int, default=6)
        parser.add_argument("--deals", type=int, default=2, help="of each match")
        parser.add_argument("--pairing", choices=Season.Pairing.values, default=Season.Pairing.EVEN.value)
        parser.add_argument("--duplicate", action="store_true", help="all tables of a round play the same deals")
        parser.add_argument(
            "--celery",
            action="store_true",
            help="leave the tasks to the workers that run; otherwise they are done here",
        )

        parser.add_argument("--undo", action="store_true", help="close their clubs and delete their members")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["undo"]:
            self.stdout.write(f"{undo()} people deleted, and their clubs closed.")
            return
        if not settings.EMBEDDED and not settings.DEMO:
            text = "This site is open to others, who would meet bots as members. A demo season needs a site of its own."
            raise CommandError(text)
        if not (2 <= options["members"] <= 200 and 1 <= options["rounds"] <= 30):
            raise CommandError("A season has 2 to 200 members and 1 to 30 rounds.")
        try:
            options_of("gurunapo")["deals"].check("deals", options["deals"])
        except RulesError:
            raise CommandError("A match has 1 to 100 deals.") from None
        begun = time.monotonic()
        eager = current_app.conf.task_always_eager
        current_app.conf.task_always_eager = eager or not options["celery"]
        try:
            season, matches = play_season(
                members=options["members"],
                rounds_=options["rounds"],
                deals=options["deals"],
                pairing=options["pairing"],
                is_duplicate=options["duplicate"],
            )
        except Stuck:
            text = f"Nothing has happened for {PATIENCE:.0f} seconds: does a worker run?"
            raise CommandError(text) from None
        finally:
            current_app.conf.task_always_eager = eager
        for line in standings(season):
            place = line.place if line.place is not None else "-"
            self.stdout.write(f"{place:>3}  {line.entry.name:<12} {as_text(line.points):>7}")
        self.stdout.write(f"{matches} matches, {time.monotonic() - begun:.0f} s")
        self.stdout.write(season.get_absolute_url())
