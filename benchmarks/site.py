"""The site under load: `python -m benchmarks.site [--rounds N] [--tables N]` (docs/benchmarks.md).

It runs on PostgreSQL, with two web processes like the one of `manage.py serve`. It compares a move (the POST and the
board in the answer), the page of a table and a player's front page with the bare view of `benchmarks/floor.py`,
served in the same way. The figures of one round are measured within seconds: one request at a time, in turn; each kind
at full speed; each kind at a fixed pace.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import median, quantiles
from typing import Any

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.db import connection
from django.test import Client

from players.models import User
from tests.support.play import running

from .measure import print_circumstances, spread
from .tables import Request, Table, play_on, seat_people
from .weight import compressed, first_visit

KINDS = ("a move", "table page", "front page", "floor")
SENDERS = 8
"""The number of concurrent requests at full speed."""
PACED_SENDERS = 50

Figures = dict[str, list[float]]


class Site:
    """Two web processes on one socket."""

    def __init__(self, module: str) -> None:
        self.listener = world.listen()
        self.port = self.listener.getsockname()[1]
        words = (module, str(self.listener.fileno()))
        self.processes = [world.Process(*words, listener=self.listener) for _ in range(2)]

    def cpu_seconds(self) -> float:
        return sum(process.cpu_seconds() for process in self.processes)

    def close(self) -> None:
        for process in self.processes:
            process.kill()


class Bench:
    """The tables, the requests to them, and the measurements so far."""

    def __init__(self, real: Site, bare: Site, tables: Sequence[Table], rng: Random) -> None:
        self.sites = dict.fromkeys(KINDS, real) | {"floor": bare}
        self.tables, self.rng = tables, rng
        self.alone: dict[str, list[list[float]]] = {kind: [] for kind in KINDS}
        self.rates: Figures = {kind: [] for kind in KINDS}
        self.cpu: Figures = {kind: [] for kind in KINDS}
        self.paced: Figures = {kind: [] for kind in KINDS}
        self.refused = 0

    def requests(self, kind: str) -> list[Request]:
        """One request for each table. Moves are read from the forms beforehand."""
        if kind == "a move":
            return [table.act(self.rng) for table in self.tables]
        if kind == "table page":
            return [table.page() for table in self.tables]
        if kind == "front page":
            return [table.front_page() for table in self.tables]
        port = self.sites[kind].port
        users = [next(iter(table.visitors.values())).user for table in self.tables]
        visitors = [world.Visitor(user, port) for user in users]
        paths = [f"/floor/{table.slug}/" for table in self.tables]
        return [Request(who, path) for who, path in zip(visitors, paths, strict=True)]

    def timed(self, request: Request, begun: float | None = None) -> float | None:
        """Milliseconds until the answer has arrived; None for a refusal."""
        begun = begun or time.perf_counter()
        status = request.send()
        took = 1000 * (time.perf_counter() - begun)
        if status == 422:  # a choice that no rule allows
            self.refused += 1
            return None
        if status != 200:
            raise RuntimeError(f"{request.path} answered {status}")
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
        """Each request is due at its own time. Waiting for others counts."""
        for kind in KINDS:
            requests = self.requests(kind)
            start = time.perf_counter() + 0.1
            dues = [start + number / pace for number in range(len(requests))]
            with ThreadPoolExecutor(PACED_SENDERS) as pool:
                times = pool.map(self._when_due, requests, dues)
                self.paced[kind] += [took for took in times if took]

    def _when_due(self, request: Request, due: float) -> float | None:
        time.sleep(max(0.0, due - time.perf_counter()))
        return self.timed(request, due)


# --- Counts without load ---


def queries(ask: Callable[[], Any]) -> int:
    """Count the queries of this process meanwhile."""
    count = 0

    def counting(execute: Any, *arguments: Any) -> Any:
        nonlocal count
        count += 1
        return execute(*arguments)

    with connection.execute_wrapper(counting):
        ask()
    return count


class InProcess(world.Visitor):
    """A person whose requests are answered in this process."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.client = Client(SERVER_NAME="localhost", headers={"HX-Request": "true"})
        self.client.force_login(user)

    def request(
        self, method: str, path: str, body: str | None = None, timeout: float = 0
    ) -> tuple[int, str]:
        form = "application/x-www-form-urlencoded"
        response = self.client.generic(method, path, body or "", form, secure=True)
        return response.status_code, response.content.decode()


def count_queries(rng: Random) -> dict[str, list[int]]:
    """The queries of a move and of a page, in the first trick of a match and in the last deal of ten.

    This process has not seen the moves before, so it reads the log as well, and notes what the reader has seen. The
    page again has neither to do.
    """
    counts: dict[str, list[int]] = {
        "a move": [],
        "table page": [],
        "table page again": [],
        "front page": [],
    }
    visitors = {user.pk: InProcess(user) for user in world.people(5)}
    for deal, cards in ((1, 2), (10, 42)):
        game = running(*(visitor.user for visitor in visitors.values()), deals=10)
        table = Table(game.slug, dict(visitors))
        play_on(game, deal, cards)
        counts["table page"].append(queries(table.page().send))
        counts["table page again"].append(queries(table.page().send))
        counts["front page"].append(queries(table.front_page().send))
        move = table.act(rng)
        counts["a move"].append(queries(move.send))
    return counts


def weights(table: Table, port: int, rng: Random) -> dict[str, int]:
    """Compressed bytes: a first visit, in all and by file, and the answer to a move."""
    move = table.act(rng)
    address = table.page().path
    sizes = first_visit(move.visitor.request("GET", address)[1], address, port)
    answer = compressed(move.visitor.request("POST", move.path, move.body)[1])
    return {"table page, first visit": sum(sizes.values()), "a move's answer": answer} | {
        f"of the visit: {path.rpartition('/')[2] or 'the page'}": size
        for path, size in sizes.items()
    }


# --- Output ---


def p99(times: Sequence[float]) -> float:
    return quantiles(times, n=100)[-1]


def print_times(bench: Bench) -> None:
    print("\n| | ms, alone: median (range) | ratio | ms of CPU | ratio | requests/s | ratio |")
    print("|---|---|---|---|---|---|---|")
    for kind in KINDS:
        alone = [median(times) for times in bench.alone[kind]]
        cells = [kind]
        for values, form, base in (
            (alone, ".1f", [median(times) for times in bench.alone["floor"]]),
            (bench.cpu[kind], ".2f", bench.cpu["floor"]),
            (bench.rates[kind], ".0f", bench.rates["floor"]),
        ):
            ratios = [one / other for one, other in zip(values, base, strict=True)]
            cells += [spread(values, form), spread(ratios, ".2f")]
        print(f"| {' | '.join(cells)} |")


def print_paced(bench: Bench, pace: float) -> None:
    print(f"\nAt {pace:.0f} requests/s\n")
    print("| | n | median ms | p99 ms | p99 / own median | p99 / floor's p99 |")
    print("|---|---|---|---|---|---|")
    for kind in KINDS:
        times = bench.paced[kind]
        middle, last, base = median(times), p99(times), p99(bench.paced["floor"])
        print(
            f"| {kind} | {len(times)} | {middle:.1f} | {last:.1f} "
            f"| {last / middle:.1f} | {last / base:.2f} |"
        )


def print_counts(counted: dict[str, list[int]], sizes: dict[str, int]) -> None:
    print("\n| queries | first trick | last deal of ten |\n|---|---|---|")
    for kind, (first, last) in counted.items():
        print(f"| {kind} | {first} | {last} |")
    print("\n| compressed | KB |\n|---|---|")
    for what, size in sizes.items():
        print(f"| {what} | {size / 1000:.1f} |")


def measure(real: Site, bare: Site, options: argparse.Namespace) -> None:
    rng = Random(options.seed)
    tables = seat_people(options.tables, real.port, rng)
    counted = count_queries(rng)
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
    print_counts(counted, sizes)
    print(f"\n{bench.refused} requests were refused (choices that no rule allows), and left out.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the site on PostgreSQL.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument(
        "--pace", type=float, help="requests/s; a third of what it can if not given"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    world.prepare()
    real, bare = Site("napoleon_site.web"), Site("benchmarks.floor")
    try:
        world.wait_until_served(real.port)
        world.wait_until_served(bare.port)
        print_circumstances(["Django", "uvicorn", "a2wsgi", "psycopg"])
        print(f"PostgreSQL {connection.pg_version // 10000}; load {os.getloadavg()[0]:.0f}")  # type: ignore[attr-defined]
        measure(real, bare, options)
    finally:
        real.close()
        bare.close()


if __name__ == "__main__":
    main()
