"""How many days a match takes for people with habits: `python -m benchmarks.pace [--matches N] [--preset P]`.

It compares a match as first built with each option that makes it faster; `manage.py simulate_pace` has the paces that
hosts choose from. `games/lobby/simulated_match.py` says how people behave.
"""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean
from typing import Any, Final, NamedTuple

from games.lobby.simulated_match import AutomaticMoves, Habits, LiveEvenings, SimulatedMatch
from napoleon.engine import Rules, rules_from_json
from napoleon.engine.rules import options_of

from .measure import arguments, print_table, standard_error

MOST_AT_ONCE: Final = 5
"""As many deals at once as the match has, up to this number."""


class Scenario(NamedTuple):
    """What a table chooses, and what its players do."""

    options: dict[str, Any] = {}
    automatic: AutomaticMoves = AutomaticMoves()
    live: LiveEvenings = LiveEvenings()


_EVERYTHING: Final = Scenario(
    {"auction": "sealed", "finish": "when_decided", "deals_at_once": MOST_AT_ONCE},
    AutomaticMoves(forced=True, plans=True),
)
SCENARIOS: Final[dict[str, Scenario]] = {
    "as first built": Scenario(),
    "sealed auction": Scenario({"auction": "sealed"}),
    "plans": Scenario({}, AutomaticMoves(plans=True)),
    "forced cards": Scenario({}, AutomaticMoves(forced=True)),
    "ends when decided": Scenario({"finish": "when_decided"}),
    "deals at once": Scenario({"deals_at_once": MOST_AT_ONCE}),
    "all together": _EVERYTHING,
    "all together, and every other time a tapped card": _EVERYTHING._replace(
        automatic=AutomaticMoves(forced=True, plans=True, taps=0.5)
    ),
    "all together, live one evening in seven": _EVERYTHING._replace(live=LiveEvenings(1 / 7)),
    "all together, live one evening in four": _EVERYTHING._replace(live=LiveEvenings(1 / 4)),
    "all together, live one evening in two": _EVERYTHING._replace(live=LiveEvenings(1 / 2)),
}


def rows(preset: str, deals: int, visits: int, matches: int, seed: int) -> Iterator[tuple[str, ...]]:
    base = 0.0
    for name, rules, scenario in _scenarios(preset, deals):
        habits = [Habits(visits)] * rules.players
        rngs = [Random(f"{seed} {match}") for match in range(matches)]
        days = [SimulatedMatch(rules, habits, scenario.automatic, rng, live=scenario.live).days() for rng in rngs]
        base = base or mean(days)
        yield name, f"{mean(days):.1f} ± {standard_error(days):.1f}", f"{base / mean(days):.1f}"


def _scenarios(preset: str, deals: int) -> Iterator[tuple[str, Rules, Scenario]]:
    """Yield the scenarios in which at least one option exists for the preset, and the one without any."""
    for name, scenario in SCENARIOS.items():
        options = scenario.options
        known = {key: value for key, value in options.items() if key in options_of(preset)}
        if "deals_at_once" in known:
            known["deals_at_once"] = min(deals, MOST_AT_ONCE)
        if known or not options:
            yield name, rules_from_json({"preset": preset, "deals": deals, **known}), scenario


def main(words: Sequence[str] | None = None) -> None:
    options = arguments(__doc__, words, preset="gurunapo", deals=5, visits=3, matches=20, seed=1)
    print_table(("", "days a match (± standard error)", "times as fast"), rows(**vars(options)))


if __name__ == "__main__":
    main()
