"""Print how many days a match takes for people with habits: the simulation is in `benchmarks/pace.py`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmarks.pace import table
from games.engine import RulesError
from games.engine.rules import PRESETS
from games.management.numbers import whole_number


class Command(BaseCommand):
    help = "Simulates matches of people with habits, and prints how many days the matches take."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", default="gurunapo", choices=list(PRESETS))
        parser.add_argument("--deals", type=int, default=5)
        parser.add_argument(
            "--visits", type=whole_number(1, 1000), default=3, help="visits of a person a day"
        )
        parser.add_argument("--zones", default="0", help="hours ahead of UTC by seat, as in 9,9,-5")
        parser.add_argument(
            "--delay", type=int, default=0, help="longest delay of an automatic move, in minutes"
        )
        parser.add_argument("--matches", type=whole_number(1, 1_000_000), default=20)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["visits"] < 1 or options["matches"] < 2:
            raise CommandError("At least one visit and two matches are needed.")
        chosen = {key: options[key] for key in ("preset", "deals", "visits", "matches", "seed")}
        zones, delay = _zones(options["zones"]), timedelta(minutes=options["delay"])
        try:
            for line in table(**chosen, zones=zones, delay=delay):
                self.stdout.write(line)
        except RulesError as error:
            raise CommandError(str(error)) from None


def _zones(text: str) -> list[timedelta]:
    try:
        hours = [float(word) for word in text.split(",")]
    except ValueError:
        raise CommandError("--zones must be hours with commas between them.") from None
    if not all(-12 <= hour <= 14 for hour in hours):
        raise CommandError("A zone is between -12 and +14 hours ahead of UTC.")
    return [timedelta(hours=hour) for hour in hours]
