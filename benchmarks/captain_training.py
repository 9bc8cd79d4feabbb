"""Learns what a captain thinks a hand is worth, from deals that corporals play.

    python benchmarks/captain_training.py hands --deals 30000

Each deal has rules drawn at random, half of them a preset with a number of players, and is bid by seat 0 whatever it
holds: mostly with its best trump, sometimes with any. The rest is played by corporals. The weights are those of the
least squares between the features of the hand (`games/bots/captain/hand_features.py`) and the pictures that its side
took, with what is so for each number of players apart, and a pull to zero. Printed is
`games/bots/captain/hand_weights.py`.
`passes` prints `pass_weights.py`, and `habits` prints `games/inference/habit_table.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.bots import choose
from games.bots.captain.auction import pass_features
from games.bots.captain.hand_features import features
from games.bots.corporal.napoleon_contract import estimate
from games.bots.simulation import play_deal, shuffled
from games.engine import Bid, DealView, NapoleonRules, RulesError, advance, rules_from_json, start
from games.engine.cards import PICTURE_COUNT, CardSet
from games.engine.deal import Declaration
from games.engine.match import NextDeal
from games.engine.napoleon import Auction, Calling, Exchanging, trumps
from games.engine.napoleon_contract import Contract
from games.engine.napoleon_play import NapoleonResult, lead_off
from games.engine.rules import Flag, OneOf, options_of
from games.engine.view import deal_view
from games.inference.habits import FollowedPlay, followed_plays, situation

SITUATIONS = 192
PRESETS = ("gurunapo", "leaflet", "four", "booklet")


def some_rules(rng: Random, players: int) -> NapoleonRules:
    """A preset, or one with some of its options changed."""
    while True:
        preset = rng.choice(PRESETS)
        given = drawn_options(rng, preset, rng.choice((0.0, 0.3, 0.7)))
        given |= {"players": players, "auction": "open", "finish": "played_out"}
        try:
            rules = rules_from_json(given)
        except RulesError:
            continue
        assert isinstance(rules, NapoleonRules)
        return rules


def drawn_options(rng: Random, preset: str, share: float) -> dict[str, Any]:
    """A preset with about that share of its options drawn anew, as a record writes them; they may not go together."""
    given: dict[str, Any] = {"preset": preset}
    for key, option in options_of(preset).items():
        if rng.random() >= share:
            continue
        if isinstance(option, OneOf):
            given[key] = rng.choice(option.values)
        elif isinstance(option, Flag):
            given[key] = rng.random() < 0.5
    return given


def bid_of(rules: NapoleonRules, hand: CardSet, rng: Random) -> Bid:
    """A bid near what a corporal thinks of the hand."""
    choices = list(trumps(rules))
    trump = max(choices, key=lambda suit: estimate(rules, hand, suit))
    if rng.random() < 0.25:
        trump = rng.choice(choices)
    count = round(estimate(rules, hand, trump)) + rng.randint(-1, 1)
    return Bid(1, 0, max(rules.min_bid, min(PICTURE_COUNT, count)), trump)


def played(rules: NapoleonRules, rng: Random) -> tuple[Bid, CardSet, NapoleonResult]:
    """A deal that seat 0 declares and corporals play."""
    dealt = shuffled(rules, NextDeal(1, rules.players - 1), rng)
    match = advance(start(rules), dealt)
    auction = match.open[0]
    assert isinstance(auction, Auction)
    bid = bid_of(rules, dealt.hands[0], rng)
    contract = Contract(auction.dealt, (bid,), 0, bid.count, bid.trump)
    state: Any = Calling(contract) if rules.call == "before_exchange" else Exchanging(contract)
    seed = rng.getrandbits(32)
    while not isinstance(state, NapoleonResult):
        seat = state.to_act()[0]
        state = state.after(choose("corporal", deal_view(state, seat), rules, seed))
    return bid, dealt.hands[0], state


class LeastSquares:
    """Sums of a linear regression, row by row."""

    def __init__(self) -> None:
        self.squares: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.products: dict[str, float] = defaultdict(float)
        self.rows, self.total = 0, 0.0

    def add(self, row: list[tuple[str, float]], target: float) -> None:
        for name, value in row:
            self.products[name] += value * target
            line = self.squares[name]
            for other, factor in row:
                line[other] += value * factor
        self.rows += 1
        self.total += target * target

    def weights(self, pull: Callable[[str], float]) -> dict[str, float]:
        """The weight of each feature: Gauss elimination of the normal equations."""
        names = sorted(self.squares)
        rows = [
            [self.squares[one][other] + pull(one) * (one == other) for other in names]
            + [self.products[one]]
            for one in names
        ]
        for place, row in enumerate(rows):
            factor = row[place]
            row[:] = [value / factor for value in row]
            for other in rows:
                if other is not row and other[place]:
                    times = other[place]
                    other[:] = [a - times * b for a, b in zip(other, row, strict=True)]
        return {name: row[-1] for name, row in zip(names, rows, strict=True)}

    def spread(self, weights: dict[str, float]) -> float:
        """The standard deviation around what the weights say."""
        explained = sum(weight * self.products[name] for name, weight in weights.items())
        return sqrt(max(0.0, self.total - explained) / self.rows)


def passes(deals: int, seed: int) -> None:
    """Print the module of what a pass brings."""
    tables = {}
    for players in (4, 5, 6, 7):
        rng = Random(seed + players)
        sums = {label: LeastSquares() for label in ("adjutant", "made as adjutant", "made as ally")}
        for _ in range(deals):
            rules = some_rules(rng, players)
            dealt = shuffled(rules, NextDeal(1, players - 1), rng)
            levels = [rng.choice(("captain", "captain", "corporal")) for _ in range(players)]
            [end] = play_deal(rules, dealt, levels, rng.getrandbits(32)).ended
            if isinstance(end, NapoleonResult):
                for seat, high in last_passes(end.auction).items():
                    if seat != end.declarer:
                        row = list(pass_features(rules, dealt.hands[seat], high))
                        helps = seat == end.adjutant
                        sums["adjutant"].add(row, float(helps))
                        sums["made as adjutant" if helps else "made as ally"].add(
                            row, float(end.made)
                        )
        tables[players] = {label: one.weights(lambda _: 20.0) for label, one in sums.items()}
        print(
            players, {label: one.rows for label, one in sums.items()}, file=sys.stderr, flush=True
        )
    print(
        '"""Learned weights: what becomes of a deal that another seat plays, by the number of players.'
    )
    print(
        "\nThe chance of being the adjutant, and of the contract being made as either; see `auction.pass_features`."
    )
    print(
        f"Printed by `python benchmarks/captain_training.py passes --deals {deals} --seed {seed}`."
    )
    print('"""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n')
    print("PASS_WEIGHTS: Final[dict[int, dict[str, dict[str, float]]]] = {")
    for players, labels in tables.items():
        print(f"    {players}: {{")
        for label, table in labels.items():
            print(f'        "{label}": {{')
            for name, weight in table.items():
                print(f'            "{name}": {weight:.3f},')
            print("        },")
        print("    },")
    print("}")


def habits(deals: int, seed: int) -> None:
    """Print the module of what seats do that follow in a trick."""
    counts = [[0.5, 0.5, 0.5] for _ in range(SITUATIONS)]
    rng = Random(seed)
    for _ in range(deals):
        rules = some_rules(rng, rng.randint(4, 7))
        dealt = shuffled(rules, NextDeal(1, rules.players - 1), rng)
        levels = [
            rng.choice(("recruit", "corporal", "corporal", "corporal"))
            for _ in range(rules.players)
        ]
        [end] = play_deal(rules, dealt, levels, rng.getrandbits(32)).ended
        if not isinstance(end, NapoleonResult):
            continue
        setup = lead_off(end.contract).setup
        for played in followed_plays(_as_seen(end), rules):
            hand = setup.hands[played.seat] & ~_before(end, played)
            counts[situation(played, hand, end.declarer, end.adjutant)][played.kind] += 1
    print(
        '"""Counted habits: for each situation (`habits.situation`) the logarithms of how often a seat takes the trick,'
    )
    print("adds a picture card, or adds a small one.\n")
    print(
        f"Printed by `python benchmarks/captain_training.py habits --deals {deals} --seed {seed}`."
    )
    print('"""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n')
    print("HABITS: Final[tuple[tuple[float, float, float], ...]] = (")
    for line in counts:
        print("    (" + ", ".join(f"{log(count / sum(line)):.2f}" for count in line) + "),")
    print(")")


def _as_seen(end: NapoleonResult) -> DealView:
    """The view of the deal with all its tricks played."""
    contract, players = end.contract, len(end.pictures)
    return DealView(
        number=1, dealer=0, phase="playing", to_act=(), my_turn=False, legal=(), hand=0,
        hand_sizes=(0,) * players, auction=(), high=None, trump=contract.trump, tricks=end.tricks,
        pictures=end.pictures, tricks_won=(), seen=0,
    )  # fmt: skip


def _before(end: NapoleonResult, played: FollowedPlay) -> CardSet:
    """The cards that the seat had played before."""
    mine = 0
    for trick in end.tricks:
        for seat, card in zip(trick.seats(), trick.cards, strict=True):
            if seat == played.seat:
                mine |= 1 << card
    return mine & ~played.then


def last_passes(auction: tuple[Declaration, ...]) -> dict[int, Bid | None]:
    """For each seat that passed at last the bid that it left standing."""
    high, found = None, {}
    for said in auction:
        if isinstance(said, Bid):
            high = said
        else:
            found[said.seat] = high
    return found


def hands(deals: int, seed: int) -> None:
    """Print the module of the weights."""
    sums = LeastSquares()
    for number in range(deals):
        rng = Random(seed * 1_000_003 + number)
        players = 4 + number % 4
        rules = some_rules(rng, players)
        bid, hand, result = played(rules, rng)
        row = list(features(rules, hand, bid.trump))
        # What every table has in common, and apart from it what is so with this number of players.
        row += [(f"{name} / {players}", value) for name, value in row]
        sums.add(row, result.outcome.side_pictures)
    weights = sums.weights(lambda name: 200.0 if "/" in name else 5.0)
    spread = sums.spread(weights)
    print(
        '"""Learned weights: what each feature of a hand brings, in pictures, by the number of players.\n'
    )
    print(
        f"Printed by `python benchmarks/captain_training.py hands --deals {deals} --seed {seed}`."
    )
    print('"""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n')
    print("HAND_WEIGHTS: Final[dict[int, dict[str, float]]] = {")
    for players in (4, 5, 6, 7):
        print(f"    {players}: {{")
        for name in [name for name in weights if "/" not in name]:
            print(
                f'        "{name}": {weights[name] + weights.get(f"{name} / {players}", 0.0):.3f},'
            )
        print("    },")
    print("}")
    print(f"SPREAD: Final = {spread:.2f}")
    print('"""The standard deviation of the pictures taken around the estimate."""')


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what a captain thinks a hand is worth.")
    parser.add_argument("what", choices=("hands", "passes", "habits"))
    parser.add_argument("--deals", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    {"hands": hands, "passes": passes, "habits": habits}[options.what](options.deals, options.seed)


if __name__ == "__main__":
    main()
