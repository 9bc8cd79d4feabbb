"""The archive as a stream: `python -m benchmarks.archive [--deals N]`, a multiple of 400.

It runs on PostgreSQL. One reader reads all deals; the web process's private memory is noted on the way.
"""

import time
from contextlib import closing
from http.client import HTTPConnection
from random import Random

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from django.core.management import call_command

from games.models import ArchivedDeal
from tests.support.play import play_out, running

from .copies import PLAYED_ON, copy_matches
from .measure import arguments, print_circumstances, print_table
from .processes import cpu_seconds, megabytes

PATH = "/api/v1/archive.ndjson"
DEALS_A_MATCH = 4
NOTED = (1, 1_000, 10_000, 100_000, 250_000, 500_000, 1_000_000)
"""The lines after which the memory is noted."""


def make(deals: int) -> None:
    world.prepare()
    users = world.people(5)
    for number in range(PLAYED_ON):
        game = running(*users, preset="gurunapo", deals=DEALS_A_MATCH)
        play_out(game, *users, rng=Random(number))
    # No worker runs here that would put them into the archive.
    call_command("rebuild", verbosity=0)
    copy_matches(deals // DEALS_A_MATCH, ("games_game", "games_seat", "games_archiveddeal"))


def read_all(site: world.Site) -> None:
    pid = site.processes[0].process.pid
    spent, begun, sent, lines = cpu_seconds(pid), time.perf_counter(), 0, 0

    def row(what: str) -> tuple[str, ...]:
        took = time.perf_counter() - begun
        return what, f"{megabytes(pid):.0f}", f"{sent / 1e6:.0f}", f"{took:.0f}", f"{cpu_seconds(pid) - spent:.0f}"

    rows = [row("before")]
    with closing(HTTPConnection(world.HOST, site.port, timeout=600)) as connection:
        connection.request("GET", PATH, headers=world.HEADERS)
        for line in connection.getresponse():
            sent, lines = sent + len(line), lines + 1
            if lines in NOTED:
                rows.append(row(f"{lines:,}"))
    rows.append(row(f"the end, {lines:,}"))
    print_table(("lines", "MB", "MB sent", "s", "s of CPU"), rows)


def main() -> None:
    options = arguments(__doc__, deals=1_000_000)
    make(options.deals)
    print_circumstances(["Django", "uvicorn", "psycopg"])
    print(f"{ArchivedDeal.objects.count():,} deals in the archive")
    with world.Site(count=1) as site:
        read_all(site)


if __name__ == "__main__":
    main()
