"""How well worlds drawn from a view tell where the cards lie: of cards said to lie with 30 % at a seat, 30 % should.

Bots play deals under random rules; at some of their turns worlds are drawn from the view, and for every unseen card and
every other seat the share of worlds in which the card lies there is compared with the truth. Printed are the pairs by
what was said, how often it was so, and how much the worlds tell over an even guess (in bits a card).

    python benchmarks/inference.py --deals 200 --worlds 64
"""

from __future__ import annotations

import argparse
import sys
from math import log2
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.captain_training import some_rules
from games.bots import choose
from games.bots.simulation import shuffled
from games.engine import NapoleonRules, rules_from_json, start
from games.engine.cards import cards_in
from games.engine.match import MatchCursor, NextDeal
from games.engine.napoleon_contract import pack_of
from games.engine.napoleon_play import Playing
from games.engine.view import deal_view
from games.inference import worlds

BINS = (0.0, 0.001, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999, 1.1)


class Calibration:
    """What was said of cards, and how often it was so."""

    def __init__(self) -> None:
        self.said = [0.0] * len(BINS)
        self.true = [0] * len(BINS)
        self.pairs = [0] * len(BINS)
        self.bits = self.even_bits = 0.0
        self.cards = self.views = self.empty = 0
        self.seconds = 0.0

    def add(self, state: Playing, rules: NapoleonRules, seed: int, count: int) -> None:
        seat = state.turn
        view = deal_view(state, seat)
        began = process_time()
        found = worlds(view, rules, seed, count)
        self.seconds += process_time() - began
        self.views += 1
        if not found:
            self.empty += 1
            return
        others = [other for other in range(rules.players) if other != seat]
        # Discards that were not shown are among them: the seat cannot know that nobody holds them.
        unseen = pack_of(rules) & ~view.seen
        held = []
        for world in found:
            assert isinstance(world.state, Playing)
            held.append((world.weight, [world.state.hand(one) for one in range(rules.players)]))
        for card in cards_in(unseen):
            for other in others:
                share = sum(weight for weight, hands in held if hands[other] >> card & 1)
                so = state.hand(other) >> card & 1
                place = max(place for place, low in enumerate(BINS) if share >= low)
                self.said[place] += share
                self.true[place] += so
                self.pairs[place] += 1
                if so:
                    smooth = (share * count + 0.5) / (count + 0.5 * len(others))
                    self.bits -= log2(smooth)
                    self.even_bits -= log2(view.hand_sizes[other] / unseen.bit_count())
                    self.cards += 1

    def __str__(self) -> str:
        lines = ["| said | pairs | mean of what was said | so |", "|---|---|---|---|"]
        for place, pairs in enumerate(self.pairs):
            if pairs:
                high = BINS[min(place + 1, len(BINS) - 1)]
                lines.append(
                    f"| {BINS[place]:.3f} – {min(1.0, high):.3f} | {pairs} | {self.said[place] / pairs:.1%} |"
                    f" {self.true[place] / pairs:.1%} |"
                )
        lines.append(
            f"{self.views} views, {self.empty} without a world; a holder costs {self.bits / self.cards:.3f} bits,"
            f" by an even guess {self.even_bits / self.cards:.3f}; {1e3 * self.seconds / self.views:.1f} ms a view"
        )
        return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure how well worlds tell where the cards lie."
    )
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="")
    parser.add_argument("--bots", default="corporal")
    options = parser.parse_args()
    rng, found = Random(options.seed), Calibration()
    for number in range(options.deals):
        rules = some_rules(rng, 4 + number % 4)
        if options.preset:
            given = rules_from_json({"preset": options.preset})
            assert isinstance(given, NapoleonRules)
            rules = given
        cursor = MatchCursor(start(rules))
        cursor.push(shuffled(rules, NextDeal(1, rules.players - 1), rng))
        while cursor.open:
            [state] = cursor.open.values()
            seat = state.to_act()[0]
            if isinstance(state, Playing) and rng.random() < 0.1:
                found.add(state, rules, rng.getrandbits(32), options.worlds)
            cursor.push(choose(options.bots, deal_view(state, seat), rules, options.seed))
    print(f"{options.deals} deals, {options.worlds} worlds a view, seed {options.seed}")
    print(found)


if __name__ == "__main__":
    main()
