"""Learns which cards and calls are better than the usual ones, from deals that are played on both ways.

    python benchmarks/captain_choices.py cards --deals 10000 --seed 1
    python benchmarks/captain_choices.py calls --deals 4000 --seed 1

Bots play a deal to its end. At some of its decisions another choice is tried, and the same bots play the rest with the
same cards. The weights are those of the least squares between the differences of the features and the differences of
the pictures that the seat's side took in the end, with a pull to zero. Two thirds of the deals have the rules of a
preset, the others rules drawn at random. Printed is the table of weights. It needs nothing but Python.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.captain_training import PRESETS, LeastSquares, some_rules
from games.bots import corporal
from games.bots.captain import call, policy
from games.bots.captain.card_features import CardReader
from games.bots.card_order import card_order
from games.bots.corporal.deduction import study
from games.bots.corporal.napoleon_play import PlayJudgement
from games.bots.simulation import shuffled
from games.engine import Call, NapoleonRules, Play, advance, rules_from_json, start
from games.engine.events import Command
from games.engine.match import NextDeal
from games.engine.napoleon_play import NapoleonResult
from games.engine.view import deal_view

Row = tuple[str, dict[str, float], float]
"""The table that a comparison is for, the differences of the features, and that of the pictures."""
AUCTION = ("bidding", "sealed_bidding", "must_bid")
BOTS: dict[str, Any] = {"corporal": corporal.choose, "captain": policy.choose}


class Table:
    """The rules of a deal, and the bots around it."""

    def __init__(self, rng: Random, level: str) -> None:
        self.rng, self.seed = rng, rng.getrandbits(32)
        self.rules = self._rules()
        self.bot = BOTS[level]
        self.bidders = [
            rng.choice((policy.choose, corporal.choose)) for _ in range(self.rules.players)
        ]
        dealt = shuffled(self.rules, NextDeal(1, None), rng)
        self.begin: Any = advance(start(self.rules), dealt).open[0]

    def _rules(self) -> NapoleonRules:
        if self.rng.random() < 0.34:
            return some_rules(self.rng, self.rng.randint(4, 7))
        rules = rules_from_json({"preset": self.rng.choice(PRESETS)})
        assert isinstance(rules, NapoleonRules)
        return rules

    def choice(self, state: Any) -> tuple[Any, Command]:
        """The view of the seat to act, and what it does."""
        seat = state.to_act()[0]
        view = deal_view(state, seat)
        bot = self.bidders[seat] if view.phase in AUCTION else self.bot
        return view, bot(view, self.rules, self.seed)

    def walk(self, state: Any) -> Iterator[tuple[Any, Any, Command | None]]:
        """Every state from this one on, with the view and the choice; the last one comes without them."""
        while hasattr(state, "to_act"):
            view, choice = self.choice(state)
            yield state, view, choice
            state = state.after(choice)
        yield state, None, None

    def end(self, state: Any) -> Any:
        """The end of the deal from this state on."""
        *_, (end, _, _) = self.walk(state)
        return end


def cards(table: Table) -> Iterable[Row]:
    """Other cards at five decisions of the deal."""
    steps = list(table.walk(table.begin))
    end = steps[-1][0]
    if not isinstance(end, NapoleonResult):
        return
    open_ones = [step for step in steps[:-1] if _is_open(step[1])]
    for state, view, choice in table.rng.sample(open_ones, min(5, len(open_ones))):
        assert isinstance(choice, Play)
        judgement = PlayJudgement(view, table.rules, study(view, table.rules))
        others = [one for one in view.legal if isinstance(one, Play) and one != choice]
        others.sort(key=lambda one: -judgement.value(one))
        # Likelier is an alternative that looks good.
        other = others[min(int(table.rng.random() ** 1.7 * len(others)), len(others) - 1)]
        reader = CardReader(judgement)
        sign = 1 if view.to_act[0] in end.contract.side() else -1
        gain = sign * _gain(table.end(state.after(other)), end)
        yield reader.situation, _difference(reader.features(other), reader.features(choice)), gain


def _is_open(view: Any) -> bool:
    return bool(view.phase == "playing" and len(view.legal) > 1 and view.hand.bit_count() > 2)


def calls(table: Table) -> Iterable[Row]:
    """Three other calls of missing cards, strong ones mostly."""
    rules, rng = table.rules, table.rng
    for state, view, choice in table.walk(table.begin):
        if view is None or not isinstance(choice, Call):
            continue
        mine = view.hand | view.discards
        if mine >> choice.card & 1:
            return
        end = table.end(state.after(choice))
        missing = [
            card for card in card_order(rules, view.trump).strongest_first if not mine >> card & 1
        ]
        named = {call.kind(rules, view.trump, card): card for card in reversed(missing[:12])}
        named |= {call.kind(rules, view.trump, card): card for card in missing if card % 13 == 12}
        others = [card for card in named.values() if card != choice.card]
        for card in rng.sample(others, min(3, len(others))):
            gain = _gain(table.end(state.after(Call(choice.deal, choice.seat, card))), end)
            yield (
                "call",
                {
                    call.kind(rules, view.trump, card): 1.0,
                    call.kind(rules, view.trump, choice.card): -1.0,
                },
                gain,
            )
        return


def _gain(one: Any, other: Any) -> float:
    return float(one.outcome.side_pictures - other.outcome.side_pictures)


def _difference(
    one: Iterable[tuple[str, float]], other: Iterable[tuple[str, float]]
) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for name, value in one:
        found[name] += value
    for name, value in other:
        found[name] -= value
    return {name: value for name, value in found.items() if value}


WHAT: dict[str, tuple[Callable[[Table], Iterable[Row]], str]] = {
    "cards": (
        cards,
        "Learned weights, in pictures: what each feature of a card to play brings, by role.",
    ),
    "calls": (calls, "Learned weights, in pictures: what each kind of called card brings."),
}
"""The comparisons, and what their weights are."""
ROLES = ("adjutant", "ally", "napoleon")
ACTS = ("leads", "follows")
PULL = 100.0


def rows(what: str, deals: int, seed: int, level: str) -> Iterator[Row]:
    """The comparisons of so many deals."""
    compare, _ = WHAT[what]
    for number in range(deals):
        yield from compare(Table(Random(seed * 1_000_003 + number), level))


def tables(found: Iterable[Row]) -> dict[str, dict[str, float]]:
    """The weights by table."""
    sums: dict[str, LeastSquares] = defaultdict(LeastSquares)
    for table, row, gain in found:
        sums[table].add(list(row.items()), gain)
    for table, one in sorted(sums.items()):
        print(table, one.rows, file=sys.stderr)
    return {table: one.weights(lambda _: PULL) for table, one in sorted(sums.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a captain's choices.")
    parser.add_argument("what", choices=tuple(WHAT))
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=tuple(BOTS), default="corporal")
    options = parser.parse_args()
    found = tables(rows(options.what, options.deals, options.seed, options.level))
    print_module(options, found)


def print_module(options: argparse.Namespace, found: dict[str, dict[str, float]]) -> None:
    """Print the module of the tables."""
    print(f'"""{WHAT[options.what][1]}\n')
    print(
        f"Printed by `python benchmarks/captain_choices.py {options.what} --deals {options.deals}"
        f" --seed {options.seed} --level {options.level}`."
    )
    print('"""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n')
    if options.what == "calls":
        print_calls(found["call"])
    else:
        print_cards(found)


def print_calls(weights: dict[str, float]) -> None:
    print("CALL_WEIGHTS: Final[dict[str, float]] = {")
    for name, weight in weights.items():
        print(f'    "{name}": {weight:.3f},')
    print("}")


def print_cards(found: dict[str, dict[str, float]]) -> None:
    """A line for each feature with its weight in each role, for leading and for following."""
    print(f"_ROLES: Final = {ROLES}".replace("'", '"'))
    for act in ACTS:
        tables = [found.get(f"{role} {act}", {}) for role in ROLES]
        print(f"_{act.upper()}: Final[dict[str, tuple[float, ...]]] = {{")
        for name in sorted(set().union(*tables)):
            row = ", ".join(f"{table.get(name, 0.0):.3f}" for table in tables)
            print(f'    "{name}": ({row}),')
        print("}")
    print("CARD_WEIGHTS: Final[dict[str, dict[str, float]]] = {")
    print('    f"{role} {act}": {name: row[place] for name, row in table.items()}')
    acts = ", ".join(f'("{act}", _{act.upper()})' for act in ACTS)
    print(f"    for act, table in ({acts})")
    print("    for place, role in enumerate(_ROLES)")
    print("}")
    print('"""For each situation (`CardReader.situation`) the weights of the features by name."""')


if __name__ == "__main__":
    main()
