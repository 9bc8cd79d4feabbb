"""The strength of the bots, one level against another: `python -m benchmarks.bots [--levels A,B] [--presets P,Q]`.

Each deal is played as often as there are seats, with the same cards: the two levels sit mixed and move on by a seat
each time, so that each has every hand equally often. The result is the mean difference per deal between the points of
the stronger level and those of the other; the interval is clustered by deal. A passed-out deal counts as no
difference. The stronger level is then measured among its like.
"""

from argparse import Namespace
from random import Random
from statistics import mean
from time import process_time

from napoleon import bots
from napoleon.bots.bot_scores import BotScores
from napoleon.bots.captain.temper import Temper
from napoleon.bots.simulation import play_deal, play_match, shuffled
from napoleon.engine import DealView, Rules, rules_from_json
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Command
from napoleon.engine.match import NextDeal
from napoleon.engine.rules import MOST_DEALS, PRESETS

from .measure import arguments, print_table, standard_error

DUEL = ("preset", "difference", "± 95 %", "bids made", "passed out", "peers: made", "passed out")
DUEL += ("alone", "median ms", "90 %", "99 %", "longest")


def main() -> None:
    defaults = {"levels": "corporal,recruit", "presets": ",".join(PRESETS)}
    options = arguments(__doc__, **defaults, deals=2000, peers=0, seed=1)
    print(f"{options.levels}, {options.deals} deals a preset, seed {options.seed}, in all rotations")
    print_table(DUEL, (duel_row(preset, options) for preset in options.presets.split(",")))


def duel_row(preset: str, options: Namespace) -> list[str]:
    """What the stronger level gains in a preset, and how it fares among its like."""
    stronger, weaker = options.levels.split(",")
    rules = rules_from_json({"preset": preset, "deals": 100})
    difference, interval, mixed = duel(rules, options.deals, Random(options.seed), stronger, weaker)
    among = options.peers or options.deals
    match = rules_from_json({"preset": preset, "deals": min(MOST_DEALS, among)})
    peers, times = peers_only(match, among, Random(options.seed + 1), stronger)
    shares = (mixed.made_rate(stronger), mixed.passed_out_rate())
    shares += (peers.made_rate(stronger), peers.passed_out_rate(), peers.alone / peers.played)
    quantiles = (times[int(share * (len(times) - 1))] for share in (0.5, 0.9, 0.99, 1.0))
    return [
        *(preset, f"{difference:+.3f}", f"{interval:.3f}"),
        *(f"{share:.1%}" for share in shares),
        *(f"{1e3 * took:.2f}" for took in quantiles),
    ]


def duel(rules: Rules, deals: int, rng: Random, stronger: str, weaker: str) -> tuple[float, float, BotScores]:
    """The mean difference a deal, half the width of its 95 % interval, and what was counted."""
    differences, tally = [], BotScores()
    for _ in range(deals):
        deal = shuffled(rules, NextDeal(1, None), rng)
        seed = rng.getrandbits(32)
        mixed = [stronger] * (rules.players // 2)
        mixed += [weaker] * (rules.players - len(mixed))
        rng.shuffle(mixed)
        gained = 0.0
        for first in range(rules.players):
            levels = mixed[first:] + mixed[:first]
            ended = play_deal(rules, deal, levels, seed).ended
            tally.add(ended, levels)
            if not isinstance(ended[0], PassedOut):
                scores = ended[0].scores
                gained += _mean_of(stronger, levels, scores) - _mean_of(weaker, levels, scores)
        differences.append(gained / rules.players)
    return mean(differences), 1.96 * standard_error(differences), tally


def _mean_of(level: str, levels: list[str], scores: tuple[int, ...]) -> float:
    return mean(score for of, score in zip(levels, scores, strict=True) if of == level)


def peers_only(rules: Rules, deals: int, rng: Random, level: str) -> tuple[BotScores, list[float]]:
    """A level among itself, and the seconds of every decision, the shortest first."""
    tally, clock = BotScores(), Stopwatch(level)
    levels = [level] * rules.players
    with clock:
        while tally.played < deals:
            tally.add(play_match(rules, levels, rng).ended, levels)
    return tally, sorted(clock.times)


class Stopwatch:
    """Times the decisions of a level while it is entered."""

    def __init__(self, level: str) -> None:
        self.level, self.bot = level, bots.LEVELS[level]
        self.times: list[float] = []

    def __enter__(self) -> None:
        bots.LEVELS[self.level] = self.timed

    def __exit__(self, *_: object) -> None:
        bots.LEVELS[self.level] = self.bot

    def timed(self, deal: DealView, rules: Rules, seed: int, *temper: Temper) -> Command:
        began = process_time()
        command = self.bot(deal, rules, seed, *temper)
        self.times.append(process_time() - began)
        return command


if __name__ == "__main__":
    main()
