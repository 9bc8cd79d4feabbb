"""Moves while slow clients hold connections: `python -m benchmarks.slow_senders [--senders N] [--rounds N]`.

A third of the clients drip the head of a request, a third its body, and a third ask for pages and do not read them.
Each begins again when the site cuts it off. Rounds with and without them take turns.
"""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from multiprocessing import get_context
from random import Random
from statistics import median

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from .measure import arguments, p99, print_circumstances, print_table
from .tables import Request, paced, seat_people

DRIP = 1.0
"""Seconds between two bytes."""
HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
BODY = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\na="
READER = b"GET /rules/gurunapo/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
BEGINNINGS = (HEAD, BODY, READER * 40)
ROUNDS = ("alone", "with slow clients")


async def hold(port: int, beginning: bytes) -> None:
    """Hold one connection after the other."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(world.HOST, port, limit=1)
            writer.write(beginning)
            while not writer.is_closing():
                await asyncio.sleep(DRIP)
                if beginning in (HEAD, BODY):
                    writer.write(b"x")
                await writer.drain()
        await asyncio.sleep(0.1)


async def attack(port: int, count: int) -> None:
    kinds = cycle(BEGINNINGS)
    await asyncio.gather(*(hold(port, next(kinds)) for _ in range(count)))


def run_attack(port: int, count: int) -> None:
    asyncio.run(attack(port, count))


@contextmanager
def attacked(port: int, count: int) -> Iterator[None]:
    """Slow clients in a process of their own, until the end of the block."""
    process = get_context("fork").Process(target=run_attack, args=(port, count))
    process.start()
    try:
        time.sleep(3)
        yield
    finally:
        process.kill()
        process.join()
        time.sleep(1)


def measure(site: world.Site, options: Namespace) -> None:
    rng = Random(options.seed)
    tables = seat_people(options.tables, site.port, rng)
    anyone = next(iter(tables[0].visitors.values()))
    moves: dict[str, list[float]] = {name: [] for name in ROUNDS}
    checks: dict[str, list[float]] = {name: [] for name in ROUNDS}

    def play(name: str, requests: list[Request]) -> None:
        moves[name] += paced(requests, options.pace)
        checks[name] += [Request(anyone, "/healthz").timed() or 0.0 for _ in range(10)]

    paced([table.act(rng) for table in tables], options.pace)  # to warm up
    for _ in range(options.rounds):
        play("alone", [table.act(rng) for table in tables])
        requests = [table.act(rng) for table in tables]
        with attacked(site.port, options.senders):
            play("with slow clients", requests)
    header = ("", "moves", "median ms", "p99 ms", "/healthz, median and longest ms")
    rows = []
    for name, times in moves.items():
        health = f"{median(checks[name]):.1f}, {max(checks[name]):.1f}"
        rows.append((name, len(times), f"{median(times):.1f}", f"{p99(times):.1f}", health))
    print_table(header, rows)


def main() -> None:
    options = arguments(__doc__, senders=500, tables=48, pace=10.0, rounds=8, seed=1)
    world.prepare()
    with world.Site() as site:
        print_circumstances(["Django", "uvicorn", "a2wsgi", "psycopg"])
        print(f"{options.senders} slow clients, {options.pace} moves/s")
        measure(site, options)


if __name__ == "__main__":
    main()
