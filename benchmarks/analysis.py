"""What the analysis of finished deals costs, and how much of what it points out stands when it is looked at again.

Each deal is played by bots of mixed levels, some of which play cards at random now and then, and is then judged as a
worker does it. Every decision that is pointed out is judged once more with ten times as many worlds: it stands if the
better choice still is clearly better. Only where all loads of the machine are equal do the seconds compare.

    python benchmarks/analysis.py --deals 40 --presets gurunapo,nap
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.luck import Kind, play
from games.analysis.before_play import candidates
from games.analysis.inputs import BeforePlay, CardPlayed, Effort
from games.analysis.judgement import Choice, Decision, pointed_out
from games.analysis.judging import judge
from games.analysis.known_loss import compare
from games.analysis.luck import luck_of
from games.analysis.playouts import dealt_of
from games.bots.simulation import shuffled
from games.engine import Play, Rules, rules_from_json
from games.engine.deal import PassedOut
from games.engine.events import Command
from games.engine.match import NextDeal
from games.engine.rules import PRESETS
from games.engine.variants import State
from games.engine.view import deal_view

# Five at most: no preset has more players.
TABLE = (
    Kind("corporal", 0.1),
    Kind("recruit"),
    Kind("corporal", 0.3),
    Kind("corporal"),
    Kind("recruit", 0.2),
)
USUAL = Effort()
MORE = Effort(choosing=160, measuring=320, confirming=1000)
ROW = "{:<10}{:>7}{:>12}{:>14}{:>8}{:>8}{:>12}{:>12}{:>12}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the analysis of finished deals.")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    parser.add_argument("--costs-only", action="store_true", help="judge nothing a second time")
    options = parser.parse_args()
    print(f"{options.deals} deals a preset, seed {options.seed}")
    print(
        ROW.format(
            "preset",
            "deals",
            "decisions",
            "pointed out",
            "better",
            "clear",
            "s, median",
            "s, longest",
            "MB, at most",
        )
    )
    for preset in options.presets.split(","):
        rules = rules_from_json({"preset": preset, "deals": 1})
        found = [judged(rules, number, options) for number in range(options.deals)]
        told = [one for deal in found if deal for one in deal.told]
        costs = [deal.seconds for deal in found if deal]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            ROW.format(
                *(preset, len(costs), sum(deal.decisions for deal in found if deal), len(told)),
                *(sum(one.is_better for one in told), sum(one.is_clear for one in told)),
                *(f"{median(costs):.1f}", f"{max(costs):.1f}", f"{memory:.0f}"),
            ),
            flush=True,
        )


class SeenAgain(NamedTuple):
    """Whether the better choice of a decision is still better with ten times as many worlds, and whether clearly so."""

    is_better: bool
    is_clear: bool


class Judged(NamedTuple):
    """The analysis of a deal: how much it judged, how long it took, and what of it stands."""

    decisions: int
    seconds: float
    told: list[SeenAgain]


def judged(rules: Rules, number: int, options: argparse.Namespace) -> Judged | None:
    """The deal of that number, played and judged; none if it is passed out."""
    rng = Random(options.seed * 1_000_000 + number)
    deal = shuffled(rules, NextDeal(1, None), rng)
    moves, result = play(rules, deal, table(rules, number), rng)
    if isinstance(result, PassedOut):
        return None
    cards = [
        CardPlayed(step, state, command)
        for step, (state, command) in enumerate(moves)
        if isinstance(command, Play)
    ]
    settled = [
        BeforePlay(step, *move) for step, move in enumerate(moves) if not isinstance(move[1], Play)
    ]
    begun = process_time()
    judgement = judge(cards, result, USUAL, settled)
    luck_of(result)
    seconds = process_time() - begun
    told = (
        []
        if options.costs_only
        else [again(*moves[one.step], one) for one in pointed_out(judgement)]
    )
    return Judged(len(judgement.decisions), seconds, told)


def table(rules: Rules, number: int) -> Sequence[Kind]:
    """Who sits where: every kind in each seat in turn."""
    turn = number % len(TABLE)
    return (TABLE[turn:] + TABLE[:turn])[: rules.players]


def again(state: State, command: Command, decision: Decision) -> SeenAgain:
    """The decision, judged once more between what was done and what was said to be better."""
    known, best = compare(state, command, [command, better_of(state, command, decision)], MORE)
    still = known is not None and best != command
    return SeenAgain(still and known.lost > 0, still and known.is_clear)


def better_of(state: State, command: Command, decision: Decision) -> Command:
    if isinstance(command, Play):
        options: Sequence[Command] = state.legal(command.seat)  # type: ignore[assignment]  # somebody is to act
    else:
        options = candidates(deal_view(state, command.seat), dealt_of(state).rules, command)
    return next(
        option for option in options if decision.known and Choice.of(option) == decision.known.best
    )


if __name__ == "__main__":
    main()
