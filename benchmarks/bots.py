"""The strength of the bots: one level against another, and the stronger among themselves, in every preset.

Each deal is played as often as there are seats, with the same cards: the two levels sit mixed, and move on by a seat
each time, so that either has had every hand equally often. The result is the mean difference per deal between the
points of the stronger level and those of the other; the interval is clustered by deal. A passed-out deal counts as no
difference.

    python benchmarks/bots.py --deals 2000
    python benchmarks/bots.py --levels captain,corporal --presets gurunapo --deals 100

The level ``quick-captain`` is a captain that does not look into worlds, at Nap a corporal: many more deals can be
played.

With ``--roles`` the weaker level bids and plays every deal, and then once more for each role, with the stronger level
in that one seat after the auction: what the role gains in points, with the same cards and the same contract. Misère is
counted apart.

With ``--auctions`` only auctions are held: how many of so many deals nobody bids on, at a table of one level, and with
one person who always passes among them.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import bots
from games.bots import corporal
from games.bots.bot_scores import BotScores
from games.bots.captain import policy
from games.bots.simulation import play_deal, play_match, shuffled
from games.engine import Deal, DealView, NapoleonRules, Pass, Rules, advance, rules_from_json, start
from games.engine.deal import PassedOut
from games.engine.events import Command
from games.engine.match import NextDeal
from games.engine.nap import NapResult
from games.engine.rules import MOST_DEALS, PRESETS
from games.engine.variants import Result, State
from games.engine.view import deal_view

ROW = "{:<10}{:>16}{:>8}{:>10}{:>12}{:>13}{:>12}{:>11}" + "{:>10}" * 4


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bots.")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    parser.add_argument("--levels", default="corporal,recruit")
    parser.add_argument("--peers", type=int)
    parser.add_argument("--auctions", type=int, default=0)
    parser.add_argument("--roles", action="store_true")
    options = parser.parse_args()
    if options.auctions:
        print_auctions(options.presets.split(","), options.auctions, options.seed)
        return
    bots.LEVELS["quick-captain"] = quick_captain
    stronger, weaker = options.levels.split(",")
    if options.roles:
        print_roles(options.presets.split(","), options.deals, options.seed, stronger, weaker)
        return
    print(
        f"{stronger} - {weaker}, {options.deals} deals a preset, seed {options.seed}, in all rotations"
    )
    print(
        ROW.format(
            *("preset", "difference", "± 95 %", "bids made", "passed out"),
            *("peers: made", "passed out", "alone", "median ms", "90 %", "99 %", "longest"),
        )
    )
    for preset in options.presets.split(","):
        among_peers = options.peers or options.deals
        print_duel(preset, options.deals, among_peers, options.seed, stronger, weaker)


def quick_captain(deal: DealView, rules: Rules, seed: int) -> Command:
    """What a captain does without looking into worlds."""
    if isinstance(rules, NapoleonRules):
        return policy.choose(deal, rules, seed)
    return corporal.choose(deal, rules, seed)


def print_duel(
    preset: str, deals: int, among_peers: int, seed: int, stronger: str, weaker: str
) -> None:
    """Print what the stronger level gains in a preset, and how it fares among its like."""
    rules = rules_from_json({"preset": preset, "deals": 100})
    difference, interval, mixed = duel(rules, deals, Random(seed), stronger, weaker)
    match = rules_from_json({"preset": preset, "deals": min(MOST_DEALS, among_peers)})
    peers, times = peers_only(match, among_peers, Random(seed + 1), stronger)
    quantiles = (times[int(share * (len(times) - 1))] for share in (0.5, 0.9, 0.99, 1.0))
    row = ROW.format(
        preset,
        f"{difference:+.3f}",
        f"{interval:.3f}",
        f"{mixed.made_rate(stronger):.1%}",
        f"{mixed.passed_out_rate():.1%}",
        f"{peers.made_rate(stronger):.1%}",
        f"{peers.passed_out_rate():.1%}",
        f"{peers.alone / peers.played:.1%}",
        *(f"{1e3 * took:.2f}" for took in quantiles),
    )
    print(row, flush=True)


def print_roles(presets: list[str], deals: int, seed: int, stronger: str, weaker: str) -> None:
    """Print what a seat of each role gains by the stronger level."""
    print(f"{stronger} for {weaker} after the auction, {deals} deals a preset, seed {seed}")
    for preset in presets:
        rules = rules_from_json({"preset": preset})
        for role, gains in role_gains(rules, deals, Random(seed), stronger, weaker).items():
            interval = 1.96 * stdev(gains) / sqrt(len(gains))
            print(
                f"{preset:<10}{role:>20}{len(gains):>8}{mean(gains):>+10.3f}{interval:>8.3f}",
                flush=True,
            )


def role_gains(
    rules: Rules, deals: int, rng: Random, stronger: str, weaker: str
) -> dict[str, list[int]]:
    """For each role the points that one seat of it gains, deal by deal."""
    gains: dict[str, list[int]] = defaultdict(list)
    for _ in range(deals):
        deal, seed = shuffled(rules, NextDeal(1, None), rng), rng.getrandbits(32)
        usual = [weaker] * rules.players
        contract = bid_out(rules, deal, usual, seed)
        if contract is None:
            continue
        end = played_out(rules, contract, usual, seed)
        for role, seat in _seats_of_roles(end, rng).items():
            levels = [stronger if seat == other else weaker for other in range(rules.players)]
            played = played_out(rules, contract, levels, seed)
            gains[role].append(played.scores[seat] - end.scores[seat])
    return gains


def bid_out(rules: Rules, deal: Deal, levels: list[str], seed: int) -> State | None:
    """The state after the auction; None if all have passed."""
    match = advance(start(rules), deal)
    while match.open:
        state = match.open[0]
        if deal_view(state, None).declarer is not None:
            return state
        seat = state.to_act()[0]
        match = advance(match, bots.choose(levels[seat], deal_view(state, seat), rules, seed))
    return None


def played_out(rules: Rules, state: State, levels: list[str], seed: int) -> Result:
    """The end of the deal from that state on."""
    going_on: Any = state
    while hasattr(going_on, "to_act"):
        seat = going_on.to_act()[0]
        view = deal_view(going_on, seat)
        going_on = going_on.after(bots.choose(levels[seat], view, rules, seed))
    end: Result = going_on
    return end


def _seats_of_roles(end: Result, rng: Random) -> dict[str, int]:
    """One seat of each role."""
    seats = {"declarer": end.declarer}
    if end.adjutant is not None:
        seats["adjutant"] = end.adjutant
    others = [seat for seat in range(len(end.scores)) if seat not in seats.values()]
    seats["other"] = rng.choice(others)
    if isinstance(end, NapResult) and end.contract.bid == "misere":
        return {f"{role} of misère": seat for role, seat in seats.items()}
    return seats


def print_auctions(presets: list[str], deals: int, seed: int) -> None:
    """Print the share of deals that nobody bids on."""
    print(f"{deals} deals a preset, seed {seed}: deals on which nobody bids")
    print(_AUCTIONS.format("preset", *(words for _, _, words in TABLES)))
    for preset in presets:
        rules = rules_from_json({"preset": preset})
        shares = [
            f"{passed_out_share(rules, level, deals, Random(seed), passes=passes):.2%}"
            for level, passes, _ in TABLES
        ]
        print(_AUCTIONS.format(preset, *shares), flush=True)


_AUCTIONS = "{:<10}" + "{:>22}" * 6


TABLES = (
    ("recruit", False, "recruits"),
    ("recruit", True, "recruits, one passes"),
    ("corporal", False, "corporals"),
    ("corporal", True, "corporals, one passes"),
    ("captain", False, "captains"),
    ("captain", True, "captains, one passes"),
)


def passed_out_share(
    rules: Rules, level: str, deals: int, rng: Random, *, passes: bool = False
) -> float:
    """The share of deals on which nobody bids of their own will; ``passes``: each seat in turn always passes."""
    silent = 0
    for number in range(deals):
        deal = shuffled(rules, NextDeal(1, None), rng)
        silent += _is_passed_out(rules, deal, level, number % rules.players if passes else None)
    return silent / deals


def _is_passed_out(rules: Rules, deal: Deal, level: str, passer: int | None) -> bool:
    match = advance(start(rules), deal)
    while match.open and (view := deal_view(match.open[0], match.open[0].to_act()[0])).high is None:
        if view.phase not in ("bidding", "sealed_bidding"):
            return view.phase == "must_bid"
        [seat, *_] = view.to_act
        command = (
            Pass(1, seat) if seat == passer else bots.choose(level, view, rules, deal.hands[0])
        )
        match = advance(match, command)
    return not match.open


def duel(
    rules: Rules, deals: int, rng: Random, stronger: str, weaker: str
) -> tuple[float, float, BotScores]:
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
    return mean(differences), 1.96 * stdev(differences) / sqrt(deals), tally


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

    def timed(self, deal: DealView, rules: Rules, seed: int) -> Command:
        began = process_time()
        command = self.bot(deal, rules, seed)
        self.times.append(process_time() - began)
        return command


if __name__ == "__main__":
    main()
