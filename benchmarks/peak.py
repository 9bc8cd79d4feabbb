"""A part of the peak of a day, among very many matches.

`python -m benchmarks.peak [--matches N] [--paces 5,10,15] [--cores N]`

The matches are those of `benchmarks/copies.py`, on PostgreSQL and Redis. Two web processes, a worker, one for analyses
and a scheduler run. People visit as those of `pace.py` do: they look at the front page, then play at each table where
it is their turn. Visits begin at the pace asked for, however long others take, until the time is over or nobody is left
who is to move. Turns time out, and reminders and mails become due. Each pace prints the answers, the delays and the
processor time of each process. With ``--cores`` all of them, PostgreSQL and the people too, share so many cores.
"""

import os
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from statistics import median, quantiles
from threading import Lock, Thread
from urllib.parse import urlencode

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from allauth.account.models import EmailAddress
from django.utils import timezone

from games.kernel.log import states_of
from games.models import Event, Game, Turn
from players.models import Delivery, Notification, User

from .copies import FIRST, make
from .measure import arguments, print_circumstances, print_table
from .processes import database_seconds, keep_to, processor_seconds
from .tables import execute, filled_in
from .world import Site

PEAK = 116.0
"""Moves a second among 100,000 matches."""
A_VISIT = 8
"""Moves at most in a visit."""
DUE_A_MOVE = {"times_out_at": 0.03, "remind_at": 0.1, "tell_at": 0.3}
"""How many turns time out, or have a reminder or a notification due, for each move that people make."""
MINE = re.compile(r'href="(/t/[\w-]+/)\?deal=(\d+)"')


class People:
    """Those who visit the site, and how long it took to answer them."""

    def __init__(self, port: int, rng: Random) -> None:
        self.port, self.rng, self.lock = port, rng, Lock()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.refused: dict[int, int] = defaultdict(int)

    def visit(self, visitor: world.Visitor, seed: int) -> None:
        """Look at the front page, and play where it is the person's turn."""
        rng = Random(seed)
        _status, page = self.ask(visitor, "front page", "/")
        for path, deal in list(dict.fromkeys(MINE.findall(page)))[:A_VISIT]:
            status, board = self.ask(visitor, "table page", f"{path}?deal={deal}")
            if status != 200 or f'action="{path}act/"' not in board:
                # The tables where it is their turn come first.
                break
            self.ask(visitor, "move", f"{path}act/", urlencode(filled_in(board, rng)))
            time.sleep(rng.uniform(0.1, 0.9))

    def ask(self, visitor: world.Visitor, kind: str, path: str, body: str | None = None) -> tuple[int, str]:
        begun = time.perf_counter()
        status, text = visitor.request("GET" if body is None else "POST", path, body)
        took = 1000 * (time.perf_counter() - begun)
        with self.lock:
            if status == 200:
                self.times[kind].append(took)
            else:
                self.refused[status] += 1
        return status, text


# --- The world ---


def prepare(matches: int) -> None:
    make(matches)
    users = User.objects.filter(username__startswith="u")
    users.update(keeps_quiet=False)
    execute("UPDATE players_user SET email = 'u' || id || '@example.org' WHERE username ~ '^u'")
    addresses = [
        EmailAddress(user=user, email=user.email, primary=True, verified=True) for user in users.only("pk", "email")
    ]
    EmailAddress.objects.bulk_create(addresses, batch_size=2000)
    execute("VACUUM ANALYZE")


def visitors(count: int, port: int, rng: Random) -> Iterator[world.Visitor]:
    """People who are to move somewhere. Their tables are known already, as to a cache that has run for a while."""
    last = Game.objects.filter(pk__gte=FIRST).latest("pk").pk
    keys = rng.sample(range(FIRST, last + 1), count)
    turns = Turn.objects.filter(game__in=keys, user__isnull=False).select_related("user")
    people = list({turn.user_id: turn.user for turn in turns if turn.user}.values())
    states_of(Game.objects.filter(seats__user__in=people, status=Game.Status.RUNNING).distinct())
    return iter([world.Visitor(user, port) for user in rng.sample(people, len(people))])


def make_due(moves: float, seconds: float, rng: Random) -> dict[str, int]:
    """Spread time-outs and reminders of turns over that time; return how many."""
    now, made = timezone.now(), {}
    last = Game.objects.filter(pk__gte=FIRST).latest("pk").pk
    for field, each in DUE_A_MOVE.items():
        keys = rng.sample(range(FIRST, last), int(moves * each))
        rows = list(Turn.objects.filter(game__in=keys, user__isnull=False, times_out_at__isnull=False))
        for row in rows:
            moment = now + timedelta(seconds=rng.uniform(0, seconds))
            if field == "times_out_at":
                # Deadlines are recomputed from the opening of the turn.
                row.opened_at += moment - row.times_out_at
            setattr(row, field, moment)
        Turn.objects.bulk_update(rows, [field, "opened_at"], batch_size=500)
        made[field] = len(rows)
    return made


# --- Measurements ---


def spent(pids: dict[str, int]) -> dict[str, float]:
    """Seconds of processor time of each process, of the database and of those who visit, up to now."""
    seconds = {name: processor_seconds(pid) for name, pid in pids.items()}
    return seconds | {"PostgreSQL": database_seconds(), "people": time.process_time()}


def run(pace: float, seconds: float, site: Site, pids: dict[str, int]) -> None:
    rng = Random(int(pace * 1000))
    moves = pace * seconds
    # More than are needed: some find less to do than others.
    waiting = visitors(int(moves / 2), site.port, rng)
    people, threads, since = People(site.port, rng), list[Thread](), timezone.now()
    due = make_due(moves, seconds, rng)
    before, begun = spent(pids), time.monotonic()
    while (passed := time.monotonic() - begun) < seconds:
        made = len(people.times["move"]) + 2 * sum(thread.is_alive() for thread in threads)
        # Visits are of very different lengths: the next one begins when the pace asks for more moves.
        if made < pace * passed:
            visitor = next(waiting, None)
            if visitor is None:
                break
            threads.append(Thread(target=people.visit, args=[visitor, rng.getrandbits(32)]))
            threads[-1].start()
        time.sleep(0.01)
    for thread in threads:
        thread.join()
    took, after = time.monotonic() - begun, spent(pids)
    rate = len(people.times["move"]) / took
    print(f"\n{rate:.1f} moves/s for {took:.0f} s, {rate / PEAK:.0%} of the peak of 100,000")
    rows = []
    for kind, times in people.times.items():
        cuts = quantiles(times, n=100)
        figures = (median(times), cuts[94], cuts[98], max(times))
        rows.append((kind, len(times), *(f"{figure:.0f}" for figure in figures)))
    print_table(("", "n", "median ms", "95 %", "p99 ms", "longest"), rows)
    print(f"Refused: {dict(people.refused)}")
    shares = (f"{name} {100 * (after[name] - was) / took:.0f} %" for name, was in before.items())
    print(f"Of one core: {', '.join(shares)}; load {os.getloadavg()[0]:.1f}")
    print_lag(due, since)


def print_lag(due: dict[str, int], since: datetime) -> None:
    """What was due, and whether anything of it still waits."""
    now = timezone.now()
    late = {field: Turn.objects.filter(**{f"{field}__lt": now - timedelta(seconds=90)}).count() for field in due}
    made = Event.objects.filter(at__gt=since, by=Event.By.TIMEOUT).count()
    written = Notification.objects.filter(at__gt=since).count()
    sent = Delivery.objects.filter(state=Delivery.State.SENT).count()
    print(f"Due {due}; played by time-out {made}; due for more than 90 s {late};")
    print(f"notifications written {written}; deliveries sent so far {sent}")


def main() -> None:
    options = arguments(__doc__, matches=100_000, paces="5,10,15,20", seconds=180.0, cores=0)
    begun = time.monotonic()
    prepare(options.matches)
    if options.cores:
        keep_to(options.cores)
    print_circumstances(["Django", "psycopg"])
    print(f"{options.matches:,} matches, made in {time.monotonic() - begun:.0f} s", flush=True)
    with Site() as site, world.background("worker", "timekeeper", "analyst", "scheduler") as others:
        pids = {f"web {n}": web.process.pid for n, web in enumerate(site.processes, 1)}
        pids |= {name: process.process.pid for name, process in others.items()}
        for pace in map(float, options.paces.split(",")):
            run(pace, options.seconds, site, pids)


if __name__ == "__main__":
    main()
