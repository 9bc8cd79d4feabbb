"""Backups of many nights, each proven: `python -m benchmarks.nights [sqlite] [--nights N]`.

Before each night people play a little, so that no backup equals the one before. A night stores a backup, fetches it,
restores it into a scratch database, counts its rows and verifies every game there.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from statistics import median

import pyrage

from .services import new_folder

os.environ["BACKUP_KEY"] = str(pyrage.x25519.Identity.generate())
os.environ["BACKUP_STORE"] = str(new_folder())

if "sqlite" in sys.argv[1:]:
    sys.argv.remove("sqlite")
else:
    from . import postgres  # noqa: F401

from . import world  # isort: skip  # sets Django up for all that follows

from django.conf import settings
from django.core.management import call_command

from games.backups import services
from tests.support.play import move_on, running


def nights(count: int) -> Iterator[tuple[float, float, int]]:
    """The seconds to store a backup and to prove it, and its rows."""
    for number in range(count):
        users = world.people(5)
        move_on(running(*users, preset="gurunapo", deals=2), users, 20 + number)
        begun = time.monotonic()
        services.back_up()
        stored = time.monotonic() - begun
        proof = services.prove()
        yield stored, proof.seconds, proof.rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=10)
    options = parser.parse_args()
    world.prepare()
    if settings.EMBEDDED:
        call_command("demo_world")
    proven = list(nights(options.nights))
    print("| nights proven | rows | storing s: median (longest) | proving s: median (longest) |")
    print("|---|---|---|---|")
    stored, took, rows = zip(*proven, strict=True)
    cells = [f"{median(values):.1f} ({max(values):.1f})" for values in (stored, took)]
    print(
        f"| {len(proven)} of {options.nights} | {rows[0]:,} to {rows[-1]:,} | {' | '.join(cells)} |"
    )


if __name__ == "__main__":
    main()
