"""Let people with habits play matches on a counted clock, and print how many days they take. Needs no database."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from statistics import mean
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from games.lobby.paces import PACES, Pace
from games.lobby.simulated_match import AutomaticMoves, Habits, LiveEvenings, SimulatedMatch
from infrastructure.management.numbers import whole_number
from napoleon.engine.rules import PRESETS
from napoleon.time_bank import HOUR

HABITS: Final = {
    "play every card by hand": (AutomaticMoves(), LiveEvenings()),
    "leave the table as it opens": (AutomaticMoves(forced=True), LiveEvenings()),
    "tap their next card, every other time": (AutomaticMoves(forced=True, taps=0.5), LiveEvenings()),
    "play live one evening in seven": (AutomaticMoves(forced=True), LiveEvenings(1 / 7)),
    "stay at the table all evening": (AutomaticMoves(forced=True), LiveEvenings(1, timedelta(hours=18), 5 * HOUR)),
}


class Command(BaseCommand):
    help = "Lets people with habits play on a counted clock, and tells how many days a match of each pace takes."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", default="gurunapo", choices=list(PRESETS))
        parser.add_argument("--pace", choices=list(PACES), help="only this pace")
        parser.add_argument("--visits", type=whole_number(1, 100), default=3, help="of each person a day")
        parser.add_argument("--matches", type=whole_number(1, 10_000), default=10)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [options["pace"]] if options["pace"] else list(PACES)
        for key in chosen:
            self.stdout.write(f"{key}: {PACES[key].name}")
            for line in _lines(PACES[key], options):
                self.stdout.write(f"  {line}")


def _lines(pace: Pace, options: dict[str, Any]) -> Iterator[str]:
    rules = pace.rules(options["preset"])
    people = [Habits(options["visits"])] * rules.players
    for habit, (automatic, live) in HABITS.items():
        rngs = [Random(f"{options['seed']} {match}") for match in range(options["matches"])]  # noqa: S311
        days = [SimulatedMatch(rules, people, automatic, rng, live=live).days() for rng in rngs]
        yield f"{mean(days):5.1f} days, at most {max(days):.1f}: people {habit}"
