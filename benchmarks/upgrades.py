"""Losses in rolling upgrades: `python -m benchmarks.upgrades [--rounds N] [--pace MOVES_PER_SECOND]`.

A site as deploy/compose.yaml has it: two web processes behind Caddy with TLS, two workers, a scheduler, PostgreSQL and
Redis. People play over HTTPS at that pace, and pages follow their tables. In each round every process is stopped and
started again, one after the other, as an upgrade does. Nothing may answer 5xx, no move may be lost or made twice.
Needs `caddy`.
"""

from __future__ import annotations

import argparse
import http.client
import os
import signal
import ssl
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Event as Flag
from threading import Lock, Thread

# Each of the people here keeps a connection.
os.environ["DATABASE_POOL_SIZE"] = "20"

from . import postgres  # isort: skip  # noqa: F401  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from deploy.try_image import caddy
from games.models import Game, Turn
from players.models import User
from tests.support.play import running

from .kills import Person, Tally, report
from .services import free_port

PEOPLE = FOLLOWERS = 12


class TlsVisitor(world.Visitor):
    """A person whose requests go through the proxy."""

    def __init__(self, user: User, port: int, tls: ssl.SSLContext) -> None:
        super().__init__(user, port)
        self.tls = tls

    def connect(self, timeout: float) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=timeout, context=self.tls
        )

    def request(
        self, method: str, path: str, body: str | None = None, timeout: float = 30
    ) -> tuple[int, str]:
        connection = self.connect(timeout)
        headers = {"Cookie": self.cookie, "HX-Request": "true", "Referer": "https://localhost/"}
        if body is not None:
            headers["X-CSRFToken"] = self.token
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, {"Host": "localhost", **headers})
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()


class Pace:
    """Lets so many moves begin in a second, whoever makes them."""

    def __init__(self, per_second: float) -> None:
        self.lock, self.step, self.next = Lock(), 1 / per_second, time.monotonic()

    def wait(self) -> None:
        with self.lock:
            self.next = max(self.next + self.step, time.monotonic() - 1)
            due = self.next
        time.sleep(max(0.0, due - time.monotonic()))


class PacedPerson(Person):
    pace: Pace
    times: list[float]

    def move(self, turn: Turn) -> bool:
        self.pace.wait()
        begun = time.monotonic()
        is_made = super().move(turn)
        if is_made:
            self.times.append(time.monotonic() - begun)
        return is_made


class Follower(Thread):
    """An open page, that reconnects as a browser does; `gaps` is how long it was without a stream."""

    def __init__(self, visitor: TlsVisitor, slug: str, stop: Flag) -> None:
        super().__init__(daemon=True)
        self.visitor, self.slug, self.stop = visitor, slug, stop
        self.gaps: list[float] = []
        self.refused = 0

    def run(self) -> None:
        ended = 0.0
        pause = 3.0
        while not self.stop.is_set():
            connection = self.visitor.connect(60)
            try:
                headers = {"Host": "localhost", "Cookie": self.visitor.cookie}
                connection.request("GET", f"/events/{self.slug}", headers=headers)
                response = connection.getresponse()
                self.refused += response.status != 200
                for line in response:
                    if line.startswith(b"retry:"):
                        pause = int(line[6:]) / 1000
                        self.gaps += [time.monotonic() - ended] if ended else []
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            ended = time.monotonic()
            time.sleep(pause)


class Part:
    """A process of the site, and how long it took to stop and to start again."""

    def __init__(self, name: str, *words: str, port: int | None = None) -> None:
        self.name, self.port = name, port
        self.process = world.Process(*words)

    def replace(self) -> tuple[float, float]:
        begun = time.monotonic()
        os.kill(self.process.process.pid, signal.SIGTERM)
        self.process.process.wait()
        stopped = time.monotonic()
        self.process.start()
        self.wait()
        return stopped - begun, time.monotonic() - stopped

    def wait(self) -> None:
        if self.port:
            world.wait_until_served(self.port, 300)


def roll(parts: Sequence[Part], rounds: int) -> dict[str, list[tuple[float, float]]]:
    took = defaultdict(list)
    for number in range(rounds):
        begun = time.monotonic()
        for part in parts:
            took[part.name].append(part.replace())
            time.sleep(1)
        print(f"upgrade {number + 1}: {time.monotonic() - begun:.0f} s", flush=True)
    return took


def keep_playing(users: Sequence[User], stop: Flag) -> None:
    """Begin matches as others end."""
    rng = Random(1)
    while not stop.wait(0.5):
        if Game.objects.filter(status=Game.Status.RUNNING).count() < PEOPLE // 2:
            running(*rng.sample(list(users), 3), preset="gurunapo", deals=5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--pace", type=float, default=20)
    options = parser.parse_args()
    world.prepare()
    ports = [free_port(), free_port()]
    parts = [
        Part(f"web {port}", "napoleon_site.web", f"127.0.0.1:{port}", port=port) for port in ports
    ]
    parts += [Part("worker", "napoleon_site.background", "worker") for _ in range(2)]
    parts.append(Part("scheduler", "napoleon_site.background", "scheduler"))
    address, authority = caddy(Path(world.FOLDER), [f"127.0.0.1:{port}" for port in ports])
    tls, port = ssl.create_default_context(cafile=str(authority)), int(address.rpartition(":")[2])
    for part in parts:
        part.wait()
    try:
        play(parts, port, tls, options)
    finally:
        for part in parts:
            part.process.kill()


def play(
    parts: Sequence[Part], port: int, tls: ssl.SSLContext, options: argparse.Namespace
) -> None:
    users, tally, stop, ended = world.people(PEOPLE), Tally(), Flag(), Flag()
    PacedPerson.pace, PacedPerson.times = Pace(options.pace), []
    games = [running(*users[:5], preset="gurunapo", deals=20) for _ in range(5)]
    games += [running(*users[n : n + 3], preset="gurunapo", deals=5) for n in range(0, PEOPLE, 3)]
    followers = [
        Follower(TlsVisitor(user, port, tls), games[n % len(games)].slug, stop)
        for n, user in enumerate(users[:FOLLOWERS])
    ]
    people = [
        PacedPerson(TlsVisitor(user, port, tls), tally, stop, n) for n, user in enumerate(users)
    ]
    keeper = Thread(target=keep_playing, args=(users, ended), daemon=True)
    for thread in (*followers, *people, keeper):
        thread.start()
    time.sleep(5)
    begun, before = time.monotonic(), len(PacedPerson.times)
    took = roll(parts, options.rounds)
    rate = (len(PacedPerson.times) - before) / (time.monotonic() - begun)
    ended.set()
    stop.set()
    for person in people:
        person.join()
    report(tally, 0)
    times = sorted(PacedPerson.times)
    gaps = sorted(gap for follower in followers for gap in follower.gaps)
    print(f"\n{rate:.1f} moves/s during the upgrades")
    print(
        f"a move: median {1000 * median(times):.0f} ms, 99th percentile {1000 * quantiles(times, n=100)[-1]:.0f} ms, "
        f"longest {times[-1]:.2f} s"
    )
    if gaps:
        print(
            f"streams: {len(gaps)} reconnected after {median(gaps):.1f} s (longest {gaps[-1]:.1f} s), "
            f"{sum(follower.refused for follower in followers)} refused"
        )
    print(
        "\n| | stopped after s: median (longest) | started after s: median (longest) |\n|---|---|---|"
    )
    for name, pairs in took.items():
        cells = [f"{median(values):.1f} ({max(values):.1f})" for values in zip(*pairs, strict=True)]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
