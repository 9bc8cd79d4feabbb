"""Losses when services fail: `python -m benchmarks.faults [sqlite] [--kills N] [--seed S]`.

People play as in `benchmarks/kills.py`, on a PostgreSQL and a Redis started for this run. At random moments the
database crashes, Redis restarts without its messages, or the database's disk is full for some seconds. With `sqlite`
the embedded site runs, and its only disk fills up. The small disk is mounted, which needs root.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from . import services

EMBEDDED = "sqlite" in sys.argv[1:]
MEGABYTES = 400
FULL_FOR = 3.0
"""Seconds."""

THINGS: dict[str, services.Fallible] = {}


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


if EMBEDDED:
    sys.argv.remove("sqlite")
else:
    folder = services.new_folder()
    disk = services.Disk(str(folder), MEGABYTES, FULL_FOR)
    database, redis = services.Postgres(folder), services.Redis()
    THINGS |= {"disk (full)": DatabaseDisk(disk, database), "database": database, "Redis": redis}
    os.environ.update(BENCHMARK_POSTGRES=database.url, BENCHMARK_REDIS=redis.url)
    from . import postgres  # noqa: F401

from . import world  # noqa: E402  # isort: skip  # sets Django up for all that follows
from django.conf import settings  # noqa: E402

from . import kills  # noqa: E402
from .measure import arguments  # noqa: E402


def main() -> None:
    options = arguments(__doc__, kills=30, seed=1)
    if EMBEDDED:
        THINGS["disk (full)"] = services.Disk(world.FOLDER, MEGABYTES, FULL_FOR)
        # The key was made before the disk was mounted over it.
        Path(world.FOLDER, "secret_key").write_text(settings.SECRET_KEY)
    kills.run(THINGS, kills=options.kills, seed=options.seed)


if __name__ == "__main__":
    main()
