"""The site under load: `python -m benchmarks.site [--rounds N] [--tables N] [--pace N]`.

It runs on PostgreSQL with two web processes. It compares a move (the POST and the board in the answer), a move by the
API at other tables, the page of a table and a player's front page with the bare view of `benchmarks/floor.py`, served
in the same way. The figures of a round are taken within seconds: one request at a time, each kind in turn; each kind at
full speed; each kind at a fixed pace, a third of the full speed unless one is given.
"""

import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import median

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from .measure import arguments, p99, print_circumstances, print_table, spread
from .programs import give_tokens
from .tables import SENDERS, Request, Table, paced, seat_people
from .weight import compressed, first_visit

KINDS = ("a move", "a move by the API", "table page", "front page", "floor")
Figures = dict[str, list[float]]


class Bench:
    """The tables, the requests to them, and the measurements so far."""

    def __init__(self, real: world.Site, bare: world.Site, tables: Sequence[Table], rng: Random) -> None:
        self.sites = dict.fromkeys(KINDS, real) | {"floor": bare}
        half = len(tables) // 2
        self.tables, self.of_programs, self.rng = tables[:half], tables[half:], rng
        self.alone: dict[str, list[list[float]]] = {kind: [] for kind in KINDS}
        self.rates: Figures = {kind: [] for kind in KINDS}
        self.cpu: Figures = {kind: [] for kind in KINDS}
        self.paced: Figures = {kind: [] for kind in KINDS}
        self.refused = 0

    def requests(self, kind: str) -> list[Request]:
        """One request for each table. Moves are read from the forms beforehand."""
        if kind == "a move":
            return [table.act(self.rng) for table in self.tables]
        if kind == "a move by the API":
            return [table.command() for table in self.of_programs]
        if kind == "table page":
            return [table.page() for table in self.tables]
        if kind == "front page":
            return [table.front_page() for table in self.tables]
        port = self.sites[kind].port
        users = [next(iter(table.visitors.values())).user for table in self.tables]
        return [
            Request(world.Visitor(user, port), f"/floor/{table.slug}/")
            for user, table in zip(users, self.tables, strict=True)
        ]

    def timed(self, request: Request) -> float | None:
        took = request.timed()
        self.refused += took is None
        return took

    def one_at_a_time(self) -> None:
        times: Figures = defaultdict(list)
        for requests in zip(*(self.requests(kind) for kind in KINDS), strict=True):
            for kind, request in zip(KINDS, requests, strict=True):
                if took := self.timed(request):
                    times[kind].append(took)
        for kind in KINDS:
            self.alone[kind].append(times[kind])

    def as_fast_as_it_goes(self) -> None:
        for kind in KINDS:
            requests = self.requests(kind) * (4 if kind == "floor" else 1)
            cpu, begun = self.sites[kind].cpu_seconds(), time.perf_counter()
            with ThreadPoolExecutor(SENDERS) as pool:
                list(pool.map(self.timed, requests))
            self.rates[kind].append(len(requests) / (time.perf_counter() - begun))
            spent = self.sites[kind].cpu_seconds() - cpu
            self.cpu[kind].append(1000 * spent / len(requests))

    def at_one_pace(self, pace: float) -> None:
        for kind in KINDS:
            self.paced[kind] += paced(self.requests(kind), pace)


def weights(table: Table, port: int, rng: Random) -> list[tuple[str, str]]:
    """Compressed kilobytes of a first visit, with all its files, and of the answer to a move."""
    move = table.act(rng)
    address = table.page().path
    visit = first_visit(move.visitor.request("GET", address)[1], address, port)
    answer = compressed(move.visitor.request("POST", move.path, move.body)[1])
    sizes = {"table page, first visit": visit, "a move's answer": answer}
    return [(what, f"{size / 1000:.1f}") for what, size in sizes.items()]


def print_times(bench: Bench) -> None:
    figures: list[tuple[Figures, str]] = [
        ({kind: [median(times) for times in bench.alone[kind]] for kind in KINDS}, ".1f"),
        (bench.cpu, ".2f"),
        (bench.rates, ".0f"),
    ]
    rows = []
    for kind in KINDS:
        cells = [kind]
        for values, form in figures:
            ratios = [own / base for own, base in zip(values[kind], values["floor"], strict=True)]
            cells += [spread(values[kind], form), spread(ratios, ".2f")]
        rows.append(cells)
    units = ("ms, alone: median (range)", "ms of CPU", "requests/s")
    print_table(("", *(cell for unit in units for cell in (unit, "ratio"))), rows)


def print_paced(bench: Bench, pace: float) -> None:
    print(f"\nAt {pace:.0f} requests/s")
    base, rows = p99(bench.paced["floor"]), []
    for kind in KINDS:
        times = bench.paced[kind]
        middle, last = median(times), p99(times)
        ratios = (f"{last / middle:.1f}", f"{last / base:.2f}")
        rows.append((kind, len(times), f"{middle:.1f}", f"{last:.1f}", *ratios))
    header = ("", "n", "median ms", "p99 ms", "p99 / own median", "p99 / floor's p99")
    print_table(header, rows)


def measure(real: world.Site, bare: world.Site, options: Namespace) -> None:
    rng = Random(options.seed)
    tables = seat_people(2 * options.tables, real.port, rng)
    give_tokens(user for table in tables for user in table.visitors)
    sizes = weights(tables[0], real.port, rng)
    Bench(real, bare, tables, rng).one_at_a_time()  # to warm up
    trial = Bench(real, bare, tables, rng)
    trial.as_fast_as_it_goes()
    trial.as_fast_as_it_goes()
    pace = options.pace or max(1.0, max(trial.rates["a move"]) // 3)
    bench = Bench(real, bare, tables, rng)
    for _ in range(options.rounds):
        bench.one_at_a_time()
        bench.as_fast_as_it_goes()
        bench.at_one_pace(pace)
    print_times(bench)
    print_paced(bench, pace)
    print_table(("compressed", "KB"), sizes)
    print(f"\n{bench.refused} requests were refused (choices that no rule allows), and left out.")


def main() -> None:
    options = arguments(__doc__, rounds=10, tables=50, pace=0.0, seed=1)
    world.prepare()
    with world.Site() as real, world.Site("benchmarks.floor") as bare:
        print_circumstances(["Django", "uvicorn", "psycopg"])
        measure(real, bare, options)


if __name__ == "__main__":
    main()
