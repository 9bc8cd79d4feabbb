"""The strength of the bots under sets of options drawn at random.

    python benchmarks/bot_options.py --sets 20 --deals 50 --levels captain,corporal

Each set is a preset with some of its options changed, its number of players among them. Printed are what was drawn, and
as in `bots.py` the mean difference per deal with its interval; at the end the mean of all deals, clustered by set.

    python benchmarks/bot_options.py --levels bidding-captain,corporal --only '{"auction": "sealed"}'

`--only` names options that every set has. The level ``bidding-captain`` bids and calls as a captain and plays the rest
as a corporal: so many more deals can be played, and what is measured is the auction.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bots import duel
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
    choose = policy.choose if bids else corporal.choose
    return choose(deal, rules, seed)


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


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bots under options drawn at random.")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default="captain,corporal")
    parser.add_argument("--only", type=json.loads, default={})
    options = parser.parse_args()
    bots.LEVELS["quick-captain"] = policy.choose
    bots.LEVELS["bidding-captain"] = bidding_captain
    stronger, weaker = options.levels.split(",")
    means = []
    for number in range(options.sets):
        rng = Random(options.seed * 1_000_003 + number)
        given = drawn(rng, **options.only)
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
