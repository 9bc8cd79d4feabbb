"""Losses and pauses when parts of a whole site fail: `python -m benchmarks.composed_faults [--redis SECONDS] [NAME …]`.

The site is the one of `benchmarks/upgrades.py` with two web processes that share a port, behind nginx, on a PostgreSQL
with a synchronous standby, a Redis and a mail server of its own. People play and get mail about each deal, while one
part after the other fails: every process is killed (SIGKILL) and started again after a second, as systemd does it; the
database fails over to its standby; Redis is away; the proxy is reloaded. Names choose some of these failures.

With `--clock` only the clock of the site's processes fails: it is put forward and back by an hour. That needs
libfaketime, under which Python's `sleep` now and then raises "Invalid argument", so that whatever waits answers 500
or dies: what is measured with it says nothing about other failures.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from glob import glob
from itertools import pairwise
from pathlib import Path
from statistics import median
from threading import Event as Flag
from threading import Thread
from typing import Any

from . import composed_services  # isort: skip  # noqa: F401  # starts the servers that the next ones take
from . import postgres  # isort: skip  # noqa: F401  # makes the database
from . import world  # isort: skip  # sets Django up for all that follows

from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from django.db import connections
from django.utils import timezone

from games.models import Game
from players.models import NotificationSettings, User
from players.notifications import dispatch

from . import upgrades
from .composed_services import DATABASE, MAIL_PORT, REDIS
from .kills import Tally, report, wait_for_the_ends
from .services import new_folder

CLOCK = new_folder() / "clock"
RESTART = 1.0
"""Seconds until systemd starts a process again that has died."""


class Office:
    """A mail server that counts how often it got each mail."""

    def __init__(self) -> None:
        self.mails: Counter[tuple[str, str]] = Counter()
        self.texts: Counter[tuple[str, str]] = Counter()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd calls it so
        mail: Any = message_from_bytes(envelope.content)
        [to] = envelope.rcpt_tos
        self.mails[to, mail["Message-ID"]] += 1
        text = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
        self.texts[to, text.get_payload()] += 1
        return "250 taken"

    def sent_twice(self) -> int:
        return sum(count > 1 for found in (self.mails, self.texts) for count in found.values())


class NotedPerson(upgrades.PacedPerson):
    """Remembers when each move was begun and when it was acknowledged."""

    moves: list[tuple[float, float]]

    def move(self, turn: Any) -> bool:
        self.pace.wait()
        begun = time.monotonic()
        is_made = super(upgrades.PacedPerson, self).move(turn)
        if is_made:
            self.moves.append((begun, time.monotonic()))
        return is_made


def kill(part: upgrades.Part) -> None:
    part.process.kill()
    time.sleep(RESTART)
    part.process.start()
    part.wait()


def redis_away(seconds: float) -> None:
    REDIS.kill()
    time.sleep(seconds)
    REDIS.start()


def reload_proxy() -> None:
    os.kill(int(Path(world.FOLDER, "nginx.pid").read_text()), signal.SIGHUP)


def step_clock(hours: int) -> None:
    CLOCK.write_text(f"{3600 * hours:+d}")


def clock_failures() -> dict[str, Callable[[], None]]:
    return {
        "clock put forward by an hour": lambda: step_clock(1),
        "clock put back by an hour": lambda: step_clock(0),
    }


def failures(parts: list[upgrades.Part], away: float) -> dict[str, Callable[[], None]]:
    found = {
        f"{part.name} killed": lambda part=part: kill(part)
        for part in {part.name: part for part in parts}.values()
    }
    webs = [part for part in parts if part.name == "web"]

    def kill_all_webs() -> None:
        threads = [Thread(target=kill, args=[part]) for part in webs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return found | {
        "both web processes killed": kill_all_webs,
        "proxy reloaded": reload_proxy,
        f"Redis away for {away:.0f} s": lambda: redis_away(away),
        "database failed over to its standby": DATABASE.fail_over,
    }


def told(name: str, begun: float, over: float, before: Counter[str], tally: Tally) -> str:
    """A line of the table: what happened from the failure until some seconds after it."""
    ended = time.monotonic()
    answered = sorted(done for _, done in NotedPerson.moves if begun - 1 <= done <= ended)
    pauses = [later - earlier for earlier, later in pairwise(answered)]
    waits = [done - sent for sent, done in NotedPerson.moves if done >= begun]
    counts = Counter(tally.counts) - before
    refused = sum(count for what, count in counts.items() if what.startswith("answers 5"))
    cells = [
        name,
        f"{over - begun:.1f}",
        f"{len(answered) / (ended - begun):.1f}",
        f"{max(pauses, default=ended - begun):.1f}",
        f"{max(waits, default=0):.1f}",
        f"{refused}",
        f"{counts['requests cut off']}",
    ]
    return f"| {' | '.join(cells)} |"


def fake_clock() -> None:
    """Let the processes that start from now on have the clock of `step_clock`."""
    step_clock(0)
    [library] = glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    os.environ |= {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(CLOCK),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


def let_get_mail(users: list[User]) -> None:
    for user in users:
        user.email = f"player{user.pk}@example.org"
        user.save(update_fields=["email"])
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        chosen, _ = NotificationSettings.objects.get_or_create(user=user)
        chosen.choices = {kind: {"mail": True} for kind in ("deal_ended", "match_ended", "started")}
        chosen.save(update_fields=["choices"])


def send_the_rest() -> None:
    """As if hours had passed: claims of dead workers expire, and failed deliveries are tried again."""
    for minutes in range(0, 24 * 60, 10):
        moment = timezone.now() + timedelta(minutes=minutes)
        for user_id, channel in dispatch.due_now(moment):
            dispatch.deliver(user_id=user_id, channel=channel, now=moment)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--clock", action="store_true")
    parser.add_argument("--redis", type=float, default=300)
    parser.add_argument(
        "--settled",
        type=float,
        default=10,
        help="seconds of play before each failure; twice as long after it",
    )
    parser.add_argument("--ends", type=float, default=180, help="seconds for the matches to end")
    parser.add_argument("--pace", type=float, default=20)
    options = parser.parse_args()
    office = Office()
    controller = Controller(office, hostname="127.0.0.1", port=MAIL_PORT)
    controller.start()
    world.prepare()
    if options.clock:
        fake_clock()
    front, parts = upgrades.site("socket")
    os.environ.pop("LD_PRELOAD", None)
    try:
        play(front, [part for part in parts if isinstance(part, upgrades.Part)], options)
        send_the_rest()
    finally:
        for part in parts:
            part.process.kill()
        controller.stop()
    print(f"mails: {office.mails.total()}, of that sent twice: {office.sent_twice()}")


def play(front: upgrades.Front, parts: list[upgrades.Part], options: argparse.Namespace) -> None:
    users, tally, stop, ended = world.people(upgrades.PEOPLE), Tally(), Flag(), Flag()
    let_get_mail(users)
    NotedPerson.pace, NotedPerson.moves = upgrades.Pace(options.pace), []
    for n in range(0, upgrades.PEOPLE, 2):
        upgrades.running(*users[n : n + 2], preset="gurunapo", deals=5)
    visitors = [upgrades.KeepingVisitor(user, front, tally) for user in users]
    slug = Game.objects.order_by("pk").values_list("slug", flat=True)[0]
    followers = [upgrades.Follower(visitor, slug, ended) for visitor in visitors]
    people = [NotedPerson(visitor, tally, stop, n) for n, visitor in enumerate(visitors)]
    keeper = Thread(target=upgrades.keep_playing, args=(users, ended), daemon=True)
    for thread in (*followers, *people, keeper):
        thread.start()
    print(
        "| failure | lasted s | moves/s | pause s | longest move s | 5xx | cut off |\n|---|---|---|---|---|---|---|"
    )
    chosen = clock_failures() if options.clock else failures(parts, options.redis)
    for name, fail in chosen.items():
        if options.names and name not in options.names:
            continue
        time.sleep(options.settled)
        before, begun = Counter(tally.counts), time.monotonic()
        fail()
        over = time.monotonic()
        time.sleep(2 * options.settled)
        print(told(name, begun, over, before, tally), flush=True)
    ended.set()
    # After a failover this program's own connection leads nowhere.
    connections.close_all()
    left = wait_for_the_ends(options.ends)
    stop.set()
    for person in people:
        person.join()
    connections.close_all()
    report(tally, left)
    world.tell_errors()
    gaps = sorted(gap for follower in followers for gap in follower.gaps)
    middle, longest = (median(gaps), gaps[-1]) if gaps else (0.0, 0.0)
    print(f"\nstreams: {len(gaps)} reconnected, after {middle:.1f} s (longest {longest:.1f} s)")


if __name__ == "__main__":
    main()
