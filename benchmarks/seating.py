"""How good draws are and how long they take: repeats against the proved lower bound, spread of exposure, seconds.

python benchmarks/seating.py --members 8-60 --rounds 2-8 --size 5
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from leagues.seating import SeatingDraw, SeatingRequest, cut, draw


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the draws.")
    parser.add_argument("--members", type=numbers, default="8-60")
    parser.add_argument("--rounds", type=numbers, default="2-8")
    parser.add_argument("--size", type=int, choices=(4, 5), default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(
        "Repeats where they are more than the bound, as repeats/bound; = where they are the bound;"
    )
    print(
        "after a colon the spread of exposure to the tables of the other size, if it is more than"
    )
    print("the least one. Seconds are processor time of the slowest draw.\n")
    print("| members | tables | " + " | ".join(f"{n} rounds" for n in options.rounds) + " | s |")
    print("|---" * (len(options.rounds) + 3) + "|")
    seconds: list[float] = []
    for members in options.members:
        shown, slowest = [], 0.0
        for rounds in options.rounds:
            begun = process_time()
            request = SeatingRequest(tuple(range(members)), rounds, options.size, 9 - options.size)
            shown.append(cell(draw(request, options.seed)))
            seconds.append(process_time() - begun)
            slowest = max(slowest, seconds[-1])
        tables = tables_of(members, options.size)
        print(f"| {members} | {tables} | {' | '.join(shown)} | {slowest:.1f} |", flush=True)
    print(f"\n{len(seconds)} draws: median {median(seconds):.2f} s, longest {max(seconds):.2f} s")


def numbers(text: str) -> list[int]:
    """`8-60` or `23`."""
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def tables_of(members: int, size: int) -> str:
    seats = [table.seats for table in cut(members, size, 9 - size).tables]
    return " + ".join(f"{seats.count(each)}×{each}" for each in dict.fromkeys(seats))


def cell(of: SeatingDraw) -> str:
    found, bound = of.certificate.repeats, of.certificate.bound.repeats
    repeats = f"{found} =" if found == bound else f"{found}/{bound}"
    uneven = [
        f"{exposure.spread}/{exposure.best_spread}"
        for exposure in of.certificate.exposures
        if exposure.spread > exposure.best_spread
    ]
    return ": ".join([repeats, *uneven])


if __name__ == "__main__":
    main()
