"""How many deals it takes until the stronger player stands first, by points and by points above expectation.

At each table sits one player of a stronger kind among players of a weaker kind. All kinds play the same deals, the
stronger player in each seat in turn, and each deal is also replayed by average players (`games.analysis.luck`). Tables
of any number of deals are then drawn from these deals at random, and the share of tables is counted at which the
stronger player alone has the most. Printed are how far the stronger player is ahead of the mean of the others in a
deal, what is left of the variance of that lead, and the deals after which the share stays at 90 %.

The cards favour nobody in the long run. So both kinds of points are given the same mean lead, that of the points above
expectation, which is the surer one.

    python benchmarks/luck.py --deals 600 --presets gurunapo,nap
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, pvariance
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.analysis.luck import replayed
from games.bots import choose
from games.bots.simulation import shuffled
from games.engine import Deal, Rules, rules_from_json, start
from games.engine.deal import PassedOut
from games.engine.events import Command
from games.engine.match import MatchCursor, NextDeal
from games.engine.rules import PRESETS
from games.engine.variants import End, State
from games.engine.view import DealView, deal_view


class Kind(NamedTuple):
    """Players of known strength: bots of a level that play so many of their cards at random."""

    level: str
    slips: float = 0.0

    def choose(self, view: DealView, rules: Rules, rng: Random) -> Command:
        if view.phase == "playing" and rng.random() < self.slips:
            return rng.choice(view.legal)  # type: ignore[return-value]  # somebody is to act
        return choose(self.level, view, rules, rng.getrandbits(32))

    def __str__(self) -> str:
        return f"{self.level}, {self.slips:.0%} slips" if self.slips else self.level


PAIRS = (
    (Kind("corporal"), Kind("corporal", 0.3)),
    (Kind("corporal"), Kind("corporal", 0.6)),
    (Kind("corporal", 0.3), Kind("corporal", 0.6)),
    (Kind("corporal"), Kind("recruit")),
    (Kind("recruit"), Kind("recruit", 0.6)),
)
ENOUGH = 0.9
ROW = "{:<10}{:<22}{:<22}{:>8}{:>10}{:>10}{:>10}{:>10}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what telling luck apart is worth.")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--replays", type=int, default=100)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--longest", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    options = parser.parse_args()
    print(f"{options.deals} deals a preset, {options.replays} replays a deal, seed {options.seed}")
    print(
        ROW.format("preset", "stronger", "weaker", "ahead", "variance", "raw", "adjusted", "ratio")
    )
    for preset in options.presets.split(","):
        rules = rules_from_json({"preset": preset, "deals": 1})
        measured = play_all(rules, options.deals, options.replays, Random(options.seed))
        for (stronger, weaker), deals in zip(PAIRS, measured, strict=True):
            leads = [lead(deal.adjusted) for deal in deals]
            favour = fmean(lead(deal.raw) for deal in deals) - fmean(leads)
            fair = [(deal.raw[0] - favour, *deal.raw[1:]) for deal in deals]
            raw = enough(fair, options.tables, options.longest)
            adjusted = enough([deal.adjusted for deal in deals], options.tables, options.longest)
            left = pvariance(leads) / pvariance(lead(deal.raw) for deal in deals)
            print(
                ROW.format(
                    *(preset, str(stronger), str(weaker), f"{fmean(leads):+.2f}", f"{left:.0%}"),
                    *(raw or f"> {options.longest}", adjusted or f"> {options.longest}"),
                    f"{adjusted / raw:.2f}" if raw and adjusted else "",
                ),
                flush=True,
            )


class Measured(NamedTuple):
    """A deal's points by player, the stronger one first."""

    raw: Sequence[float]
    adjusted: Sequence[float]


def play_all(rules: Rules, deals: int, replays: int, rng: Random) -> list[list[Measured]]:
    """The same deals by each pair of kinds; those that they pass out do not count."""
    found: list[list[Measured]] = [[] for _ in PAIRS]
    for number in range(deals):
        deal, seed = shuffled(rules, NextDeal(1, None), rng), rng.getrandbits(32)
        seat = number % rules.players
        expected: list[float] | None = None
        for pair, (stronger, weaker) in enumerate(PAIRS):
            kinds = [stronger if each == seat else weaker for each in range(rules.players)]
            end = play(rules, deal, kinds, Random(seed)).end
            if isinstance(end, PassedOut):
                continue
            if expected is None:
                by_replay = [replayed(end.dealt, each) for each in range(replays)]
                expected = [fmean(scores) for scores in zip(*by_replay, strict=True)]
            above = [points - mean for points, mean in zip(end.scores, expected, strict=True)]
            found[pair].append(Measured(turned(end.scores, seat), turned(above, seat)))
    return found


def turned(points: Sequence[float], seat: int) -> Sequence[float]:
    return (*points[seat:], *points[:seat])


class Played(NamedTuple):
    """The moves of a deal, each with the deal before it, and how it ended."""

    moves: list[tuple[State, Command]]
    end: End


def play(rules: Rules, deal: Deal, kinds: Sequence[Kind], rng: Random) -> Played:
    cursor = MatchCursor(start(rules))
    cursor.push(deal)
    moves = []
    while cursor.open:
        state = cursor.open[deal.deal]
        seat = state.to_act()[0]
        moves.append((state, kinds[seat].choose(deal_view(state, seat), rules, rng)))
        cursor.push(moves[-1][1])
    return Played(moves, cursor.match().ended[0])


def lead(points: Sequence[float]) -> float:
    """How far the stronger player is ahead of the mean of the others."""
    return points[0] - fmean(points[1:])


def enough(deals: Sequence[Sequence[float]], tables: int, longest: int) -> int | None:
    """After how many deals the first player is first at nine tables of ten, and stays so; None: not so soon."""
    rng, first = Random(0), [0] * longest
    for _ in range(tables):
        totals = [0.0] * len(deals[0])
        # The others turn as well, so that nobody meets the same neighbour every time.
        for number in range(longest):
            own, *others = rng.choice(deals)
            rng.shuffle(others)
            totals = [total + more for total, more in zip(totals, (own, *others), strict=True)]
            first[number] += totals[0] > max(totals[1:])
    short = [number for number, count in enumerate(first, 1) if count < ENOUGH * tables]
    return None if short and short[-1] == longest else (short[-1] if short else 0) + 1


if __name__ == "__main__":
    main()
