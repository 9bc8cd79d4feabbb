"""Let bots play matches against each other, and print their points. Needs no database."""

import json
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from infrastructure.management.numbers import whole_number
from napoleon.bots import LEVELS
from napoleon.bots.bot_scores import BotScores
from napoleon.bots.simulation import play_match
from napoleon.engine import Rules, RulesError, rules_from_json
from napoleon.engine.rules import PRESETS


class Command(BaseCommand):
    help = "Lets bots play matches against each other and tells their points by level and role."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", default="gurunapo", choices=list(PRESETS))
        parser.add_argument("--rules", default="{}", help="options on top of the preset, as JSON")
        parser.add_argument(
            "--bots", default="corporal,recruit", help="levels by seat; a shorter list is repeated round the table"
        )
        parser.add_argument("--matches", type=whole_number(1, 1_000_000), default=100)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        rules = _rules(options["preset"], options["rules"])
        bots = _levels(options["bots"], rules.players)
        # A simulation needs a repeatable generator.
        rng = Random(options["seed"])  # noqa: S311
        tally = BotScores()
        for number in range(options["matches"]):
            # The bots move on by a seat from match to match, so that no level profits from its seat.
            turn = number % rules.players
            levels = bots[turn:] + bots[:turn]
            tally.add(play_match(rules, levels, rng).ended, levels)
        self.stdout.write(str(tally))


def _rules(preset: str, text: str) -> Rules:
    try:
        options = json.loads(text)
    except ValueError:
        raise CommandError("--rules is not JSON.") from None
    if not isinstance(options, dict):
        raise CommandError("--rules is not a JSON object.")
    try:
        return rules_from_json({"preset": preset, **options})
    except RulesError as error:
        raise CommandError(str(error)) from None


def _levels(text: str, players: int) -> list[str]:
    levels = text.split(",")
    for level in levels:
        if level not in LEVELS:
            raise CommandError(f"There is no bot {level!r}; there are {', '.join(LEVELS)}.")
    if len(levels) > players:
        raise CommandError(f"These are {len(levels)} bots for {players} seats.")
    return [levels[seat % len(levels)] for seat in range(players)]
