"""The strength of the bots: corporals against recruits, and corporals among themselves, in every preset.

Each deal is played twice with the same cards: corporals and recruits sit mixed, then each seat changes to
the other level. The result is the mean difference per deal between a corporal's points and a recruit's; the interval
is that of the mean of paired deals. A passed-out deal counts as no difference.

    python benchmarks/bots.py --deals 2000
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import bots
from games.bots.bot_scores import BotScores
from games.bots.simulation import play_deal, play_match, shuffled
from games.engine import DealView, Rules, rules_from_json
from games.engine.deal import PassedOut
from games.engine.events import Command
from games.engine.match import NextDeal
from games.engine.rules import PRESETS

ROW = "{:<10}{:>16}{:>8}{:>10}{:>12}{:>13}{:>12}{:>11}{:>8}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bots.")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    options = parser.parse_args()
    print(
        f"{options.deals} deals a preset, seed {options.seed}, each played twice with seats changed"
    )
    print(
        ROW.format(
            *("preset", "corp. - recruit", "± 95 %", "bids made", "passed out"),
            *("corps: made", "passed out", "alone", "µs"),
        )
    )
    for preset in options.presets.split(","):
        rules = rules_from_json({"preset": preset, "deals": 100})
        difference, interval, mixed = duel(rules, options.deals, Random(options.seed))
        peers, pace = peers_only(rules, options.deals, Random(options.seed + 1))
        print(
            ROW.format(
                preset,
                f"{difference:+.3f}",
                f"{interval:.3f}",
                f"{mixed.made_rate('corporal'):.1%}",
                f"{mixed.passed_out_rate():.1%}",
                f"{peers.made_rate('corporal'):.1%}",
                f"{peers.passed_out_rate():.1%}",
                f"{peers.alone / peers.played:.1%}",
                f"{pace * 1e6:.0f}",
            ),
            flush=True,
        )


def duel(rules: Rules, deals: int, rng: Random) -> tuple[float, float, BotScores]:
    """The mean difference a deal, half the width of its 95 % interval, and what was counted."""
    differences, tally = [], BotScores()
    for _ in range(deals):
        deal = shuffled(rules, NextDeal(1, None), rng)
        seed = rng.getrandbits(32)
        corporals = set(rng.sample(range(rules.players), rules.players // 2))
        both = 0.0
        for changed in (False, True):
            levels = [
                "corporal" if (seat in corporals) != changed else "recruit"
                for seat in range(rules.players)
            ]
            ended = play_deal(rules, deal, levels, seed).ended
            tally.add(ended, levels)
            if not isinstance(ended[0], PassedOut):
                scores = ended[0].scores
                both += _mean_of("corporal", levels, scores) - _mean_of("recruit", levels, scores)
        differences.append(both / 2)
    return mean(differences), 1.96 * stdev(differences) / sqrt(deals), tally


def _mean_of(level: str, levels: list[str], scores: tuple[int, ...]) -> float:
    return mean(score for of, score in zip(levels, scores, strict=True) if of == level)


def peers_only(rules: Rules, deals: int, rng: Random) -> tuple[BotScores, float]:
    """Corporals among themselves, and the seconds for one decision."""
    tally, clock = BotScores(), Stopwatch("corporal")
    levels = ["corporal"] * rules.players
    with clock:
        while tally.played < deals:
            tally.add(play_match(rules, levels, rng).ended, levels)
    return tally, clock.seconds / clock.decisions


class Stopwatch:
    """Times the decisions of a level while it is entered."""

    def __init__(self, level: str) -> None:
        self.level, self.bot = level, bots.LEVELS[level]
        self.seconds, self.decisions = 0.0, 0

    def __enter__(self) -> None:
        bots.LEVELS[self.level] = self.timed

    def __exit__(self, *_: object) -> None:
        bots.LEVELS[self.level] = self.bot

    def timed(self, deal: DealView, rules: Rules, seed: int) -> Command:
        began = process_time()
        command = self.bot(deal, rules, seed)
        self.seconds += process_time() - began
        self.decisions += 1
        return command


if __name__ == "__main__":
    main()
