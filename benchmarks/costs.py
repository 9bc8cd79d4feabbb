"""What each process of a whole site costs: `python -m benchmarks.costs [--minutes M] [--pace MOVES_PER_SECOND]`.

The site of `benchmarks/upgrades.py` behind nginx, on a PostgreSQL and a Redis of its own: some minutes without
visitors, then as many at that pace, with pages that follow their tables. Processor time is hardly changed by other
work on the machine; if that slows people down, the table tells how many moves it was.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event as Flag

from .services import Postgres, Redis, new_folder

DATABASE, REDIS = Postgres(new_folder()), Redis()
os.environ.update(
    BENCHMARK_POSTGRES=DATABASE.url, BENCHMARK_REDIS=REDIS.url, DATABASE_POOL_SIZE="10"
)

from . import upgrades  # noqa: E402  # isort: skip  # sets Django up for all that follows

from tests.support.play import running  # noqa: E402

from . import world  # noqa: E402
from .idle import family, megabytes, processor_seconds  # noqa: E402
from .kills import Tally  # noqa: E402

SETTLED = 30
"""Seconds."""


def own_megabytes(pid: int) -> float:
    """Of the process and its descendants, as far as they have not ended meanwhile."""
    own = 0.0
    for one in family(pid):
        with suppress(FileNotFoundError):
            own += megabytes(one)
    return own


def processes(parts: list[upgrades.Part]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for part in parts:
        number = sum(name.startswith(part.name) for name in counted) + 1
        counted[f"{part.name} {number}"] = part.process.process.pid
    # nginx writes it a moment after its start.
    file = Path(world.FOLDER, "nginx.pid")
    deadline = time.monotonic() + SETTLED
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    proxy = int(file.read_text())
    services = {"PostgreSQL": DATABASE.process.pid, "Redis": REDIS.process.pid, "nginx": proxy}
    return counted | services


def measure(pids: dict[str, int], seconds: float, moves: Callable[[], int]) -> None:
    time.sleep(SETTLED)
    before, made, begun = (
        {name: processor_seconds(pid) for name, pid in pids.items()},
        moves(),
        time.monotonic(),
    )
    time.sleep(seconds)
    took = time.monotonic() - begun
    made = moves() - made
    print(f"\n{took:.0f} s, {made} moves ({made / took:.1f}/s)\n")
    print("| process | of one core | ms of processor a move | MB of its own |\n|---|---|---|---|")
    rows = []
    for name, pid in pids.items():
        used = processor_seconds(pid) - before[name]
        rows.append((name, used, own_megabytes(pid)))
    rows.append(("all", sum(used for _, used, _ in rows), sum(own for _, _, own in rows)))
    for name, used, own in rows:
        each = f"{1000 * used / made:.1f}" if made else ""
        print(f"| {name} | {used / took:.2%} | {each} | {own:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--pace", type=float, default=20)
    options = parser.parse_args()
    world.prepare()
    front, parts = upgrades.site("socket")
    try:
        found = processes([part for part in parts if isinstance(part, upgrades.Part)])
        measure(found, 60 * options.minutes, lambda: 0)
        play(front, found, options)
    finally:
        for part in parts:
            part.process.kill()


def play(front: upgrades.Front, found: dict[str, int], options: argparse.Namespace) -> None:
    users, tally, stop = world.people(upgrades.PEOPLE), Tally(), Flag()
    upgrades.PacedPerson.pace = upgrades.Pace(options.pace)
    upgrades.PacedPerson.times = []
    games = [running(*users[n : n + 4], preset="gurunapo", deals=20) for n in range(0, 12, 2)]
    visitors = [upgrades.KeepingVisitor(user, front, tally) for user in users]
    people = [upgrades.PacedPerson(one, tally, stop, n) for n, one in enumerate(visitors)]
    followers = [
        upgrades.Follower(one, games[n % len(games)].slug, stop) for n, one in enumerate(visitors)
    ]
    for thread in (*people, *followers):
        thread.start()
    measure(found, 60 * options.minutes, lambda: len(upgrades.PacedPerson.times))
    stop.set()
    for person in people:
        person.join()


if __name__ == "__main__":
    main()
