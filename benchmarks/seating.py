"""How good draws are and how long they take: `python -m benchmarks.seating [--members 8-60] [--rounds 2-8] [--size 5]`.

A cell shows repeats/bound where there are more repeats than the proved lower bound, and = where they reach it. After a
colon comes the spread of exposure to tables of the other size, where it exceeds the least one. Seconds are processor
time of the slowest draw.
"""

from collections.abc import Iterator
from statistics import median
from time import process_time

from leagues.seating import SeatingDraw, SeatingRequest, cut, draw

from .measure import arguments, print_table


def numbers(text: str) -> range:
    """`8-60` or `23`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def tables_of(members: int, size: int) -> str:
    seats = [table.seats for table in cut(members, size, 9 - size).tables]
    return " + ".join(f"{seats.count(each)}×{each}" for each in dict.fromkeys(seats))


def cell(drawn: SeatingDraw) -> str:
    repeats, bound = drawn.certificate.repeats, drawn.certificate.bound.repeats
    uneven = [
        f"{exposure.spread}/{exposure.best_spread}"
        for exposure in drawn.certificate.exposures
        if exposure.spread > exposure.best_spread
    ]
    return ": ".join([f"{repeats} =" if repeats == bound else f"{repeats}/{bound}", *uneven])


def main() -> None:
    options = arguments(__doc__, members="8-60", rounds="2-8", size=5, seed=1)
    rounds, size = numbers(options.rounds), options.size
    seconds: list[float] = []

    def rows() -> Iterator[list[str]]:
        for members in numbers(options.members):
            cells = []
            for count in rounds:
                begun = process_time()
                request = SeatingRequest(tuple(range(members)), count, size, 9 - size)
                cells.append(cell(draw(request, options.seed)))
                seconds.append(process_time() - begun)
            slowest = max(seconds[-len(rounds) :])
            yield [str(members), tables_of(members, size), *cells, f"{slowest:.1f}"]

    print_table(("members", "tables", *(f"{count} rounds" for count in rounds), "s"), rows())
    print(f"\n{len(seconds)} draws: median {median(seconds):.2f} s, longest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
