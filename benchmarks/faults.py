"""Losses when services fail: `python -m benchmarks.faults [FAULT …] [--kills N] [--seed S]`.

People play as in `benchmarks/kills.py`, on a PostgreSQL and a Redis started for this run. At random moments the
database crashes (`database`), Redis restarts without its messages (`redis`), or the database's disk is full for some
seconds (`disk`): all three, unless some faults are named. Others are `memory`, a Redis that is full, `failover` to a
standby, and `clock`, an hour ahead for all processes and back. `processes` alone kills the site's own. With `sqlite`
the embedded site runs, and its only disk fills up. The small disk is mounted, which needs root.
"""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import services

KINDS = ("database", "redis", "disk", "memory", "failover", "clock", "processes")
EMBEDDED = "sqlite" in sys.argv[1:]
CHOSEN = [word for word in sys.argv[1:] if word in KINDS] or ["database", "redis", "disk"]
sys.argv[1:] = [word for word in sys.argv[1:] if word not in (*KINDS, "sqlite")]
MEGABYTES = 400
FULL_FOR = 3.0
"""Seconds."""
HOUR = 3600
AHEAD_FOR = 75.0
"""Seconds: the sweep runs once at least."""


@dataclass
class DatabaseDisk:
    """A disk that the database cannot do without."""

    disk: services.Disk
    database: services.Postgres

    def kill(self) -> None:
        self.disk.kill()

    def start(self) -> None:
        self.disk.start()
        self.database.go_on()


def started() -> Mapping[str, services.Fallible]:
    """The services, and the faults that were chosen. The site uses them from then on."""
    folder, redis = services.new_folder(), services.Redis()
    faults: dict[str, Callable[[], services.Fallible]] = {
        "redis": lambda: redis,
        "memory": lambda: services.RedisMemory(redis, FULL_FOR),
        "clock": lambda: services.Clock(HOUR, AHEAD_FOR),
    }
    if "failover" in CHOSEN:
        pair = services.PostgresPair(folder)
        faults["failover"], url = lambda: pair, pair.url
    else:
        disk = services.Disk(str(folder), MEGABYTES, FULL_FOR)
        database = services.Postgres(folder)
        faults |= {"database": lambda: database, "disk": lambda: DatabaseDisk(disk, database)}
        url = database.url
    os.environ.update(BENCHMARK_POSTGRES=url, BENCHMARK_REDIS=redis.url)
    return {name: faults[name]() for name in CHOSEN if name in faults}


THINGS: dict[str, services.Fallible] = {}

if not EMBEDDED:
    if "clock" in CHOSEN:
        services.Clock.start_again()
    THINGS |= started()
    from . import postgres  # noqa: F401

# Only now (E402): they set Django up with the services above.
from . import kills  # noqa: E402  # isort: skip  # before Django's settings are read
from django.conf import settings  # noqa: E402

from .measure import arguments  # noqa: E402


def main() -> None:
    options = arguments(__doc__, kills=30, seed=1)
    if EMBEDDED:
        THINGS["disk"] = services.Disk(str(settings.VAR_DIR), MEGABYTES, FULL_FOR)
        # The key was made before the disk was mounted over it.
        Path(settings.VAR_DIR, "secret_key").write_text(settings.SECRET_KEY)
    kills.run(THINGS, kills=options.kills, seed=options.seed)


if __name__ == "__main__":
    main()
