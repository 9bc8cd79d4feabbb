"""How open pages learn of a move, seen from the database: `python -m benchmarks.notify [--rounds N]`.

Writers commit as a move does, a row changed and a row added, at games of their own. After the commit they tell of it by
PostgreSQL's NOTIFY, which is a transaction of its own, by Redis, or not at all. Transactions that notify end one after
the other.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import psycopg
import redis

from . import postgres
from .measure import print_circumstances, print_rates

URL = urlsplit(postgres.SERVER)._replace(path=f"/{postgres.NAME}", scheme="postgresql").geturl()
WRITERS = (1, 4, 8, 16)


Tell = Callable[[psycopg.Connection], object]


def write(number: int, seconds: float, tell: Tell) -> int:
    """Commit for so many seconds; how often."""
    count, end = 0, time.perf_counter() + seconds
    with psycopg.connect(URL, autocommit=True) as connection:
        while time.perf_counter() < end:
            with connection.transaction():
                connection.execute("UPDATE notified SET seq = seq + 1 WHERE id = %s", [number])
                connection.execute(
                    "INSERT INTO notified_events (game, said) VALUES (%s, %s)", [number, "x" * 200]
                )
            tell(connection)
            count += 1
    return count


def rate(writers: int, seconds: float, tell: Tell) -> float:
    with ThreadPoolExecutor(writers) as pool:
        counts = pool.map(lambda number: write(number, seconds, tell), range(writers))
        return sum(counts) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    with psycopg.connect(URL, autocommit=True) as connection:
        connection.execute("CREATE TABLE notified (id integer PRIMARY KEY, seq integer)")
        connection.execute("CREATE TABLE notified_events (game integer, said text)")
        connection.execute(
            "INSERT INTO notified SELECT n, 0 FROM generate_series(0, %s) n", [max(WRITERS)]
        )
    broker = redis.from_url(postgres.REDIS)
    ways: dict[str, Tell] = {
        "NOTIFY": lambda connection: connection.execute("SELECT pg_notify('changes', 'changed')"),
        "Redis": lambda _: broker.publish("changes", "changed"),
        "nobody is told": lambda _: None,
    }
    print_circumstances(["psycopg"])
    for writers in WRITERS:
        rates: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(options.rounds):
            for name, tell in ways.items():
                rates[name].append(rate(writers, options.seconds, tell))
        print_rates(f"{writers} writers", "commits/s", rates)


if __name__ == "__main__":
    main()
