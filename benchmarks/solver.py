"""How long the solver takes by the tricks left, and what it finds of whole deals: `python -m benchmarks.solver`.

The positions are leads of deals that corporals have played under the presets named. Each is worked out anew, with an
empty table. With the extra ``analysis`` the compiled search is measured beside the plain one; without, only the plain
one. With ``--compare`` it holds both against minimax over the engine instead, on the last positions of deals played at
random: half of them under presets, half under random rules.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time

from games.bots.simulation import play_match
from games.engine import Rules, rules_from_json
from games.engine.nap import NapResult
from games.engine.napoleon_play import NapoleonResult
from games.engine.rules import PRESETS
from games.solver import PlayState, Solver, solve_deal, states_of
from tests.referee.generate import random_rules
from tests.solver.minimax import differences, random_states, values_of

from .measure import print_circumstances

LIMITS = {"plain": 1_000_000, "compiled": 30_000_000}
"""Nodes for one question."""
Question = Callable[[Solver, PlayState, int], object]
QUESTIONS: dict[str, Question] = {
    "exact": lambda solver, state, limit: solver.evaluate(state, limit=limit),
    "made?": lambda solver, state, limit: solver.is_made(state, limit=limit),
    "every card": lambda solver, state, limit: solver.evaluate_plays(state, limit=limit),
}


def solvers() -> dict[str, Callable[[], Solver]]:
    """The searches that there are. The compiled one shares its memory, as a worker would."""
    found: dict[str, Callable[[], Solver]] = {"plain": Solver}
    if find_spec("numba"):
        from games.solver.fast import FastSearch, Workspace

        found["compiled"] = partial(Solver, partial(FastSearch, workspace=Workspace()))
    return found


def played_deal(rules: Rules, seed: int) -> NapoleonResult | NapResult:
    """A deal that corporals have played."""
    ended = play_match(rules, ["corporal"] * rules.players, Random(seed)).ended
    return next(end for end in ended if isinstance(end, NapoleonResult | NapResult))


# --- By tricks left ---


def print_by_tricks(preset: str, deals: int, most: dict[str, int]) -> None:
    rules = rules_from_json({"preset": preset, "deals": 1})
    leads: dict[int, list[PlayState]] = defaultdict(list)
    for seed in range(deals):
        for state in states_of(played_deal(rules, seed)):
            if not state.trick:
                leads[state.hand(state.turn).bit_count()].append(state)
    print(f"\n`{preset}`, {deals} deals: milliseconds, median / p90 / longest; nodes, median\n")
    print("| search | tricks left | question | ms | nodes | not worked out |")
    print("|---|---|---|---|---|---|")
    for name, make in solvers().items():
        make().evaluate(leads[1][0])  # compiled before it is measured
        for left in range(3, most[name] + 1):
            for question in QUESTIONS:
                print_row(name, left, question, leads[left], make)


def print_row(
    name: str, left: int, question: str, states: Sequence[PlayState], make: Callable[[], Solver]
) -> None:
    if not states:
        return
    times, nodes, open_ = [], [], 0
    for state in states:
        solver, begun = make(), process_time()
        open_ += QUESTIONS[question](solver, state, LIMITS[name]) is None
        times.append(1000 * (process_time() - begun))
        nodes.append(solver.nodes)
    times.sort()
    spread = " / ".join(
        f"{one:,.1f}" for one in (median(times), times[len(times) * 9 // 10], times[-1])
    )
    print(
        f"| {name} | {left} | {question} | {spread} | {median(nodes):,.0f} | {open_} |", flush=True
    )


# --- Whole deals ---


def print_whole_deals(preset: str, deals: int) -> None:
    rules = rules_from_json({"preset": preset, "deals": 1})
    print(f"\n`{preset}`: whole deals backwards, every card of every position, {deals} deals\n")
    print("| search | seconds, median (longest) | positions | told |")
    print("|---|---|---|---|")
    for name, make in solvers().items():
        times, positions, told = [], 0, 0
        for seed in range(deals):
            begun = process_time()
            solved = solve_deal(
                states_of(played_deal(rules, seed)), limit=LIMITS[name], solver=make()
            )
            times.append(process_time() - begun)
            positions += len(solved)
            told += sum(one is not None for one in solved)
        print(
            f"| {name} | {median(times):.1f} ({max(times):.1f}) | {positions} | {told} |",
            flush=True,
        )


# --- Against minimax over the engine ---


def print_comparison(seeds: range, cards: int) -> None:
    makes = solvers()
    compared = {name: [0, 0] for name in makes}
    for seed in seeds:
        rng = Random(seed)
        given = random_rules(rng) if seed % 2 else {"preset": rng.choice(list(PRESETS))}
        rules = rules_from_json({**given, "deals_at_once": 1, "finish": "played_out"})
        states = random_states(rules, rng)[-cards:]
        values = values_of(states)
        for name, make in makes.items():
            compared[name][0] += len(states)
            compared[name][1] += differences(states, values, make())
    print("\n| search | positions compared with minimax | differences |\n|---|---|---|")
    for name, (positions, different) in compared.items():
        print(f"| {name} | {positions:,} | {different} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--presets", default="gurunapo,four")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--plain", type=int, default=6, help="the most tricks left")
    parser.add_argument("--compiled", type=int, default=8, help="the most tricks left")
    parser.add_argument("--whole", type=int, default=5, help="whole deals")
    parser.add_argument("--compare", type=int, default=0, help="deals, instead of measuring")
    parser.add_argument("--cards", type=int, default=12, help="positions of each, to compare")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal to compare")
    options = parser.parse_args()
    print_circumstances(["numba"] if find_spec("numba") else [])
    if options.compare:
        seeds = range(options.seed, options.seed + options.compare)
        print_comparison(seeds, options.cards)
        return
    for preset in options.presets.split(","):
        most = {"plain": options.plain, "compiled": options.compiled}
        if options.deals:
            print_by_tricks(preset, options.deals, most)
        if options.whole:
            print_whole_deals(preset, options.whole)


if __name__ == "__main__":
    main()
