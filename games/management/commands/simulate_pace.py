"""Prints how many days a match takes for people with habits, with and without each thing that makes it quicker."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import Rules, RulesError, rules_from_json
from games.engine.rules import PRESETS, options_of
from games.timing.pace import Automation, Habits, Pace

BEGUN: Final = datetime(2026, 1, 5, 18, tzinfo=UTC)
"""A Monday evening; only the time of day makes a difference."""

MOST_AT_ONCE: Final = 5
"""As many deals at once as the match has, up to this."""

WAYS: Final[dict[str, tuple[dict[str, Any], Automation]]] = {
    "as first built": ({}, Automation()),
    "sealed auction": ({"auction": "sealed"}, Automation()),
    "plans": ({}, Automation(plans=True)),
    "forced cards": ({}, Automation(forced=True)),
    "ends when decided": ({"finish": "when_decided"}, Automation()),
    "deals at once": ({"deals_at_once": MOST_AT_ONCE}, Automation()),
    "all together": (
        {"auction": "sealed", "finish": "when_decided", "deals_at_once": MOST_AT_ONCE},
        Automation(forced=True, plans=True),
    ),
}
"""What a table may choose, and what its people may."""


class Command(BaseCommand):
    help = "Lets people with habits play matches by a counted clock, and prints the days they take."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", default="gurunapo", choices=list(PRESETS))
        parser.add_argument("--deals", type=int, default=5)
        parser.add_argument("--visits", type=int, default=3, help="visits of a person a day")
        parser.add_argument("--zones", default="0", help="hours ahead of UTC by seat, as in 9,9,-5")
        parser.add_argument(
            "--delay", type=int, default=0, help="automatic moves: minutes later at most"
        )
        parser.add_argument("--matches", type=int, default=20)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["visits"] < 1 or options["matches"] < 2:
            raise CommandError("At least one visit and two matches are needed.")
        zones = _zones(options["zones"])
        ways = list(_ways(options["preset"], options["deals"]))
        base = 0.0
        self.stdout.write("| | days a match (± standard error) | times as quick |\n|---|---|---|")
        for name, rules, automation in ways:
            habits = [
                Habits(options["visits"], zone=zones[seat % len(zones)])
                for seat in range(rules.players)
            ]
            delayed = Automation(
                automation.forced, automation.plans, timedelta(minutes=options["delay"])
            )
            days = [
                Pace(rules, habits, delayed, Random(f"{options['seed']} {match}"), BEGUN).days()  # noqa: S311
                for match in range(options["matches"])
            ]
            base = base or mean(days)
            error = stdev(days) / len(days) ** 0.5
            self.stdout.write(
                f"| {name} | {mean(days):.1f} ± {error:.1f} | {base / mean(days):.1f} |"
            )


def _ways(preset: str, deals: int) -> Iterator[tuple[str, Rules, Automation]]:
    """Every way by which the preset can be played, with as much of it as its game knows."""
    for name, (own, automation) in WAYS.items():
        known = {key: value for key, value in own.items() if key in options_of(preset)}
        if known or not own:
            yield name, _rules(preset, deals, known), automation


def _rules(preset: str, deals: int, own: dict[str, Any]) -> Rules:
    if "deals_at_once" in own:
        own = own | {"deals_at_once": min(deals, own["deals_at_once"])}
    try:
        return rules_from_json({"preset": preset, "deals": deals, **own})
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
