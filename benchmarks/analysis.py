"""The cost of analysing finished deals: `python -m benchmarks.analysis [--deals N] [--presets P,Q]`.

Bots of two levels play each deal, some of them with a random card now and then. Each deal is then judged, and its luck
computed, as a worker does it.
"""

import resource
from random import Random
from statistics import median
from time import process_time

from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import MatchCursor, Rules, rules_from_json, start
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import Event
from napoleon.engine.match import NextDeal
from napoleon.engine.rules import PRESETS
from napoleon.engine.variants import Result
from napoleon.engine.view import deal_view
from napoleon.judging import judge, luck_of, moves_of_deal, pointed_out

from .measure import arguments, print_circumstances, print_table

# The level of each seat and the share of its cards that it plays at random. No preset has more than five players.
TABLE = (("corporal", 0.1), ("recruit", 0.0), ("corporal", 0.3), ("corporal", 0.0), ("recruit", 0.2))


def main() -> None:
    options = arguments(__doc__, deals=40, seed=1, presets=",".join(PRESETS))
    print_circumstances([])
    header = ("preset", "deals", "decisions", "pointed out", "s, median", "s, longest", "MB")
    print_table(header, [row(preset, options.deals, options.seed) for preset in options.presets.split(",")])


def row(preset: str, deals: int, seed: int) -> list[str]:
    rules = rules_from_json({"preset": preset, "deals": 1})
    counted, shown, seconds = 0, 0, []
    for number in range(deals):
        events, result = played(rules, number, Random(seed * 1_000_000 + number))
        if isinstance(result, PassedOut):
            continue
        begun = process_time()
        judgement = judge(moves_of_deal(rules, events, 1))
        luck_of(result)
        seconds.append(process_time() - begun)
        counted += len(judgement.decisions)
        shown += len(pointed_out(judgement))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = (f"{median(seconds):.1f}", f"{max(seconds):.1f}", f"{memory:.0f}")
    return [preset, str(len(seconds)), str(counted), str(shown), *figures]


def played(rules: Rules, number: int, rng: Random) -> tuple[list[Event], Result | PassedOut]:
    """The events of a deal and its end. Every level sits in each seat in turn."""
    cursor = MatchCursor(start(rules))
    events: list[Event] = [shuffled(rules, NextDeal(1, None), rng)]
    cursor.push(events[0])
    while cursor.open:
        [state] = cursor.open.values()
        seat = state.to_act()[0]
        view = deal_view(state, seat)
        level, slips = TABLE[(seat + number) % len(TABLE)]
        if view.phase == "playing" and rng.random() < slips:
            command = rng.choice(view.legal)
        else:
            command = choose(level, view, rules, rng.getrandbits(32))
        events.append(command)
        cursor.push(command)
    return events, cursor.match().ended[0]


if __name__ == "__main__":
    main()
