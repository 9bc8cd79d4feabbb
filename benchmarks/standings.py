"""Standings of a large division, from the results of its tables to the last tie-break; pure, no database.

python benchmarks/standings.py --members 200 --rounds 10
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from leagues.standings.core import (
    DealInput,
    Scheme,
    SeasonInput,
    TableInput,
    explain,
    explain_ties,
    running_standings,
    standings,
)

DEALS = 5
PLACES = (tuple(map(Fraction, (5, 3, 2, 1, 0))),)
SCHEMES = {
    "raw scores": Scheme(deals=DEALS, tie_breaks=("points_per_deal", "registration")),
    "by place, every tie-break": Scheme(
        points="place",
        places=PLACES,
        deals=DEALS,
        tie_breaks=(
            "head_to_head",
            "points_per_deal",
            "napoleon_wins",
            "contracts_made",
            "strength",
            "fewer_penalties",
            "registration",
        ),
    ),
    "both, centred, pro rata, best 8 of 10": Scheme(
        points="both",
        places=PLACES,
        deals=DEALS,
        centred=True,
        pro_rata=True,
        best=8,
        tie_breaks=("strength", "registration"),
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the standings.")
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--times", type=int, default=15)
    options = parser.parse_args()
    print(f"{options.members} members, {options.rounds} rounds, tables of 5 with {DEALS} deals\n")
    print(
        "| scheme | standings: median ms (range) | with those so far, ms | one member explained, ms |"
    )
    print("|---|---|---|---|")
    for name, scheme in SCHEMES.items():
        for running in (False, True):
            season = a_season(scheme, options.members, options.rounds, running)
            rows = sorted(timed(lambda of=season: standings(of), options.times))
            so_far = median(timed(lambda of=season: running_standings(of), options.times))
            tree = median(timed(lambda of=season: (explain(of, 7), explain_ties(of, 7)), 5))
            shown = name + (", last round running" if running else "")
            spread = f"{median(rows):.1f} ({rows[0]:.1f} – {rows[-1]:.1f})"
            print(f"| {shown} | {spread} | {so_far:.1f} | {tree:.1f} |")


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of processor time: the machine may be shared."""
    work()
    found = []
    for _ in range(times):
        begun = process_time()
        work()
        found.append(1000 * (process_time() - begun))
    return found


def a_season(scheme: Scheme, members: int, rounds: int, running: bool) -> SeasonInput:
    """A random season. In a running last round every table has two deals to come."""
    rng = Random(1)
    tables = []
    for number in range(1, rounds + 1):
        order = rng.sample(range(members), members)
        to_come = 2 if running and number == rounds else 0
        for table in range(members // 5):
            deals = tuple(a_deal(rng) for _ in range(DEALS - to_come))
            seats = tuple(order[5 * table : 5 * table + 5])
            tables.append(TableInput(number, table + 1, seats, deals, to_come))
    return SeasonInput(
        scheme._replace(deal_range=(0, 10)), tuple(range(members)), rounds, tuple(tables)
    )


def a_deal(rng: Random) -> DealInput:
    """A deal with scores of the preset gurunapo."""
    napoleon, adjutant = rng.sample(range(5), 2)
    made = rng.random() < 0.6
    scores = [0 if made else 2] * 5
    scores[napoleon], scores[adjutant] = (4, 2) if made else (0, 0)
    return DealInput(tuple(scores), napoleon, adjutant, made)


if __name__ == "__main__":
    main()
