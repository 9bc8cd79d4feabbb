"""Moves while slow clients hold connections: `python -m benchmarks.slow_senders [--senders 500]` (docs/benchmarks.md).

A third of them drip the head of a request, a third its body, and a third ask for a page and do not read it. All begin
anew when the site cuts them off. Rounds with and without them take turns.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from statistics import median

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from .measure import print_circumstances
from .site import PACED_SENDERS, Site, p99
from .tables import Request, seat_people


@contextmanager
def attacked(port: int, count: int) -> Iterator[None]:
    """Slow clients in a process of their own, until the end of the block."""
    words = [sys.executable, "-m", "benchmarks.slow_clients", str(port), str(count)]
    process = subprocess.Popen(words)
    try:
        time.sleep(3)
        yield
    finally:
        process.kill()
        process.wait()
        time.sleep(1)


def timed(request: Request, due: float) -> float | None:
    """Milliseconds from when the move was due until its answer; None for a choice that no rule allows."""
    time.sleep(max(0.0, due - time.perf_counter()))
    status = request.send()
    assert status in (200, 422), status
    return 1000 * (time.perf_counter() - due) if status == 200 else None


def moves(requests: list[Request], pace: float) -> list[float]:
    start = time.perf_counter() + 0.1
    dues = [start + number / pace for number in range(len(requests))]
    with ThreadPoolExecutor(PACED_SENDERS) as pool:
        return [took for took in pool.map(timed, requests, dues) if took]


def health(port: int) -> float:
    begun = time.perf_counter()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
        assert answer.status == 200
    return 1000 * (time.perf_counter() - begun)


def measure(options: argparse.Namespace) -> None:
    site, rng = Site("napoleon_site.web"), Random(options.seed)
    try:
        world.wait_until_served(site.port)
        tables = seat_people(options.tables, site.port, rng)
        found: dict[str, list[float]] = {"alone": [], "with slow clients": []}
        checks: dict[str, list[float]] = {"alone": [], "with slow clients": []}
        moves([table.act(rng) for table in tables], options.pace)  # to warm up
        for _ in range(options.rounds):
            requests = [table.act(rng) for table in tables]
            found["alone"] += moves(requests, options.pace)
            checks["alone"] += [health(site.port) for _ in range(10)]
            requests = [table.act(rng) for table in tables]
            with attacked(site.port, options.senders):
                found["with slow clients"] += moves(requests, options.pace)
                checks["with slow clients"] += [health(site.port) for _ in range(10)]
        print(
            "\n| | moves | median ms | p99 ms | /healthz, median and longest ms |\n|---|---|---|---|---|"
        )
        for name, times in found.items():
            answered = checks[name]
            print(
                f"| {name} | {len(times)} | {median(times):.1f} | {p99(times):.1f} "
                f"| {median(answered):.1f}, {max(answered):.1f} |"
            )
    finally:
        site.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure moves while slow clients hold connections."
    )
    parser.add_argument("--senders", type=int, default=500)
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--pace", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    world.prepare()
    print_circumstances(["Django", "uvicorn", "a2wsgi", "psycopg"])
    print(f"{options.senders} slow clients; {options.pace} moves/s; load {os.getloadavg()[0]:.0f}")
    measure(options)


if __name__ == "__main__":
    main()
