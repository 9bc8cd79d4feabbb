"""The strength of the bots under sets of options drawn at random.

    python benchmarks/bot_options.py --sets 20 --deals 50 --levels captain,corporal

Each set is a preset with some of its options changed, its number of players among them. Printed are what was drawn, and
as in `bots.py` the mean difference per deal with its interval; at the end the mean of all deals, clustered by set.

    python benchmarks/bot_options.py --levels bidding-captain,corporal --only '{"auction": "sealed"}'

    python benchmarks/bot_options.py --nap --roles --sets 100 --deals 50

`--only` names options that every set has; `--nap` draws sets of Nap alone, for three to seven players. With `--roles`
the figures are what one seat of each role gains, as `bots.py --roles` counts it, at the end in all deals, clustered by
set. The level ``bidding-captain`` bids and calls as a captain and plays the rest as a corporal: so many more deals can
be played, and what is measured is the auction.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bots import duel, quick_captain, role_gains
from benchmarks.captain_training import drawn_options
from games import bots
from games.bots import corporal
from games.bots.captain import policy
from games.engine import DealView, Rules, RulesError, rules_from_json
from games.engine.events import Command
from games.engine.rules import PRESETS

SHARES = (0.2, 0.5)
"""How many of the options are drawn anew."""


def bidding_captain(deal: DealView, rules: Rules, seed: int) -> Command:
    """What to do now: the auction and the call as a captain, the rest as a corporal."""
    bids = deal.phase in (*policy.AUCTION, "calling")
    return (quick_captain if bids else corporal.choose)(deal, rules, seed)


def drawn(rng: Random, **only: Any) -> dict[str, Any]:
    """Rules as a table's form would give them, with the options ``only``."""
    while True:
        preset = rng.choice(list(PRESETS))
        given = drawn_options(rng, preset, rng.choice(SHARES))
        if preset != "nap":
            given["players"] = rng.randint(4, 7)
        given |= only
        try:
            rules_from_json(given)
        except RulesError:
            continue
        return given


def drawn_nap(rng: Random, **only: Any) -> dict[str, Any]:
    """Rules of Nap as a table's form would give them."""
    while True:
        given = drawn_options(rng, "nap", SHARES[1])
        given |= {"players": rng.randint(3, 7)} | only
        try:
            rules_from_json(given)
        except RulesError:
            continue
        return given


def print_roles(sets: list[dict[str, Any]], deals: int, seed: int, levels: list[str]) -> None:
    """Print what a seat of each role gains by the stronger level, in each set and in all of them."""
    by_role: dict[str, list[list[int]]] = defaultdict(list)
    for number, given in enumerate(sets):
        found = role_gains(rules_from_json(given), deals, Random(f"{seed} {number}"), *levels)
        for role, gains in found.items():
            by_role[role].append(gains)
        row = "  ".join(f"{role} {mean(gains):+.3f}" for role, gains in sorted(found.items()))
        print(f"{row}  {given}", flush=True)
    for role, clusters in sorted(by_role.items()):
        count = sum(map(len, clusters))
        gain, interval = clustered(clusters)
        print(f"{role:<20}{gain:+.3f} ± {interval:.3f}  {count} deals, {len(clusters)} sets")


def clustered(clusters: list[list[int]]) -> tuple[float, float]:
    """The mean of all values, and half the width of its 95 % interval."""
    count = sum(map(len, clusters))
    middle = sum(map(sum, clusters)) / count
    apart = [sum(values) - len(values) * middle for values in clusters]
    sets = len(clusters)
    return middle, 1.96 * sqrt(sum(one * one for one in apart) * sets / max(1, sets - 1)) / count


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bots under options drawn at random.")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default="captain,corporal")
    parser.add_argument("--only", type=json.loads, default={})
    parser.add_argument("--nap", action="store_true")
    parser.add_argument("--roles", action="store_true")
    options = parser.parse_args()
    bots.LEVELS["quick-captain"] = quick_captain
    bots.LEVELS["bidding-captain"] = bidding_captain
    stronger, weaker = options.levels.split(",")
    draws = drawn_nap if options.nap else drawn
    rngs = [Random(options.seed * 1_000_003 + number) for number in range(options.sets)]
    sets = [draws(rng, **options.only) for rng in rngs]
    if options.roles:
        print_roles(sets, options.deals, options.seed, [stronger, weaker])
        return
    means = []
    for rng, given in zip(rngs, sets, strict=True):
        rules: Rules = rules_from_json(given)
        difference, interval, mixed = duel(rules, options.deals, rng, stronger, weaker)
        means.append(difference)
        passed = mixed.passed_out_rate()
        print(f"{difference:+.3f} ± {interval:.3f}  passed out {passed:.1%}  {given}", flush=True)
    if len(means) > 1:
        interval = 1.96 * stdev(means) / sqrt(len(means))
        print(f"{mean(means):+.3f} ± {interval:.3f}  all {len(means)} sets")


if __name__ == "__main__":
    main()
