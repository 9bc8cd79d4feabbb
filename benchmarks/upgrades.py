"""Losses in rolling upgrades: `python -m benchmarks.upgrades [--site NAME] [--rounds N] [--pace MOVES_PER_SECOND]`.

Two workers, a scheduler, PostgreSQL and Redis, and before them one of these sites:

- `caddy`: as deploy/compose.yaml has it, two web processes with ports of their own behind Caddy with TLS
- `nginx`: the same behind nginx
- `socket`: as deploy/systemd has it, two web processes that share a port, behind nginx
- `serve`: `manage.py serve` alone, without a proxy

People play at that pace on connections that they keep, and pages follow their tables. In each round every process is
replaced, one after the other. Nothing may answer 5xx, no move may be lost or made twice. With `--to FOLDER` every other
round replaces them by those of that checkout, after its migrations, and the next one by those of this checkout again,
on the database as it is then.
"""

from __future__ import annotations

import argparse
import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
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

from django.db import InterfaceError, OperationalError, connection

from deploy import try_image
from games.models import Game, Turn
from players.models import User
from tests.support.play import running

from .kills import Person, Tally, report
from .services import free_port

PEOPLE = FOLLOWERS = 12
BETWEEN = 2.0
"""Seconds from one process to the next: Caddy looks at /healthz every second."""


class Front:
    """Where visitors reach the site: over TLS, or plainly if there is no proxy."""

    def __init__(self, port: int, authority: Path | None = None) -> None:
        self.port = port
        self.tls = ssl.create_default_context(cafile=str(authority)) if authority else None

    def connect(self, timeout: float) -> http.client.HTTPConnection:
        if self.tls is None:
            return http.client.HTTPConnection(world.HOST, self.port, timeout=timeout)
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=timeout, context=self.tls
        )


class KeepingVisitor(world.Visitor):
    """A person who keeps their connection, as browsers do."""

    def __init__(self, user: User, front: Front, tally: Tally) -> None:
        super().__init__(user, front.port)
        self.front, self.tally = front, tally
        self.kept: http.client.HTTPConnection | None = None

    def headers(self) -> dict[str, str]:
        return {**world.HEADERS, "Cookie": self.cookie, "HX-Request": "true"}

    def request(
        self, method: str, path: str, body: str | None = None, timeout: float = 30
    ) -> tuple[int, str]:
        if self.kept is not None:
            try:
                return self._send(self.kept, method, path, body)
            except (http.client.RemoteDisconnected, ConnectionError, ssl.SSLError):
                # It was closed meanwhile. Browsers then use a new one, without a word.
                self.tally.count("kept connections that had been closed")
        self.kept = self.front.connect(timeout)
        return self._send(self.kept, method, path, body)

    def _send(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: str | None
    ) -> tuple[int, str]:
        headers = self.headers()
        if body is not None:
            headers["X-CSRFToken"] = self.token
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.kept = None
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self.kept = connection
        return response.status, text


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

    def __init__(self, visitor: KeepingVisitor, slug: str, stop: Flag) -> None:
        super().__init__(daemon=True)
        self.visitor, self.slug, self.stop = visitor, slug, stop
        self.gaps: list[float] = []
        self.refused = 0

    def run(self) -> None:
        ended = 0.0
        pause = 3.0
        while not self.stop.is_set():
            connection = self.visitor.front.connect(60)
            try:
                connection.request("GET", f"/events/{self.slug}", headers=self.visitor.headers())
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


class Ready:
    """Learns that a process is ready, as systemd does."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(600)
        self.environment = {"NOTIFY_SOCKET": f"{world.FOLDER}/ready"}
        self.socket.bind(self.environment["NOTIFY_SOCKET"])

    def wait(self) -> None:
        self.socket.recv(100)


class Part:
    """A process of the site, which is replaced by stopping and starting it."""

    def __init__(self, process: world.Process, name: str, ready: Ready | None = None) -> None:
        self.process, self.name, self.ready = process, name, ready
        self.wait()

    def wait(self) -> None:
        if self.ready:
            self.ready.wait()

    def replace(self, folder: str | None) -> None:
        os.kill(self.process.process.pid, signal.SIGTERM)
        self.process.process.wait()
        self.process.folder = folder
        self.process.start()
        self.wait()


class Served:
    """`manage.py serve`, which replaces its processes itself when it is asked to."""

    name = "serve"

    def __init__(self, port: int) -> None:
        # Its command line is the one of this checkout, wherever it is replaced from.
        self.link = Path(world.FOLDER, "checkout")
        self.link.symlink_to(Path.cwd())
        self.process = world.Process("django", "serve", "--port", str(port), folder=str(self.link))
        world.wait_until_served(port)

    def replace(self, folder: str | None) -> None:
        self.link.unlink()
        self.link.symlink_to(folder or Path.cwd())
        before = self._children()
        os.kill(self.process.process.pid, signal.SIGUSR2)
        while len(self._children()) != len(before) or self._children() & before:
            time.sleep(0.1)

    def _children(self) -> set[str]:
        pid = self.process.process.pid
        return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def background() -> list[Part]:
    words = ["worker", "worker", "scheduler"]
    return [Part(world.Process("napoleon_site.background", word), word) for word in words]


def site(kind: str) -> tuple[Front, list[Part | Served]]:
    """Start the site; return where it is reached, and its parts."""
    if kind == "serve":
        port = free_port()
        return Front(port), [Served(port)]
    ready = Ready()
    if kind == "socket":
        listener = world.listen()
        addresses = [f"127.0.0.1:{listener.getsockname()[1]}"]
        webs = [Part(world.web(listener, ready.environment), "web", ready) for _ in range(2)]
    else:
        addresses = [f"127.0.0.1:{free_port()}" for _ in range(2)]
        webs = [
            Part(
                world.Process("napoleon_site.web", address, environment=ready.environment),
                "web",
                ready,
            )
            for address in addresses
        ]
    proxy = try_image.caddy if kind == "caddy" else try_image.nginx
    folder = Path(world.FOLDER)
    # nginx reads its certificate as another user.
    folder.chmod(0o755)
    address, authority = proxy(folder, addresses)
    return Front(int(address.rpartition(":")[2]), authority), [*webs, *background()]


def roll(parts: Sequence[Part | Served], rounds: int, to: str | None) -> dict[str, list[float]]:
    """Replace all parts so many times; return how long each took."""
    took = defaultdict(list)
    for number in range(rounds):
        folder = to if number % 2 == 0 else None
        if folder:
            command = [sys.executable, "manage.py", "migrate", "--verbosity=1"]
            subprocess.run(command, check=True, cwd=folder)
        begun = time.monotonic()
        for part in parts:
            at = time.monotonic()
            part.replace(folder)
            took[part.name].append(time.monotonic() - at)
            time.sleep(BETWEEN)
        print(f"upgrade {number + 1}: {time.monotonic() - begun:.0f} s", flush=True)
    return took


def keep_playing(users: Sequence[User], stop: Flag) -> None:
    """Begin matches as others end."""
    rng = Random(1)
    while not stop.wait(0.5):
        try:
            if Game.objects.filter(status=Game.Status.RUNNING).count() < PEOPLE // 2:
                running(*rng.sample(list(users), 3), preset="gurunapo", deals=5)
        except (OperationalError, InterfaceError):
            # This program reads the database too, and may not reach it either.
            connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", choices=["caddy", "nginx", "socket", "serve"], default="caddy")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--pace", type=float, default=20)
    parser.add_argument("--to", help="a checkout of the version to upgrade to")
    options = parser.parse_args()
    world.prepare()
    front, parts = site(options.site)
    try:
        play(front, parts, options)
    finally:
        for part in parts:
            part.process.kill()


def play(front: Front, parts: Sequence[Part | Served], options: argparse.Namespace) -> None:
    users, tally, stop, ended = world.people(PEOPLE), Tally(), Flag(), Flag()
    PacedPerson.pace, PacedPerson.times = Pace(options.pace), []
    games = [running(*users[:5], preset="gurunapo", deals=20) for _ in range(5)]
    games += [running(*users[n : n + 3], preset="gurunapo", deals=5) for n in range(0, PEOPLE, 3)]
    visitors = [KeepingVisitor(user, front, tally) for user in users]
    followers = [
        Follower(visitor, games[n % len(games)].slug, stop)
        for n, visitor in enumerate(visitors[:FOLLOWERS])
    ]
    people = [PacedPerson(visitor, tally, stop, n) for n, visitor in enumerate(visitors)]
    keeper = Thread(target=keep_playing, args=(users, ended), daemon=True)
    for thread in (*followers, *people, keeper):
        thread.start()
    time.sleep(5)
    begun, before = time.monotonic(), len(PacedPerson.times)
    took = roll(parts, options.rounds, options.to)
    rate = (len(PacedPerson.times) - before) / (time.monotonic() - begun)
    ended.set()
    stop.set()
    for person in people:
        person.join()
    report(tally, 0)
    world.tell_errors()
    times = sorted(PacedPerson.times)
    gaps = sorted(gap for follower in followers for gap in follower.gaps)
    print(f"\n{rate:.1f} moves/s during the upgrades; load {os.getloadavg()[1]:.1f}")
    print(
        f"a move: median {1000 * median(times):.0f} ms, 99th percentile {1000 * quantiles(times, n=100)[-1]:.0f} ms, "
        f"longest {times[-1]:.2f} s"
    )
    if gaps:
        print(
            f"streams: {len(gaps)} reconnected after {median(gaps):.1f} s (longest {gaps[-1]:.1f} s), "
            f"{sum(follower.refused for follower in followers)} refused"
        )
    print("\n| | replaced within s: median (longest) |\n|---|---|")
    for name, values in took.items():
        print(f"| {name} | {median(values):.1f} ({max(values):.1f}) |")


if __name__ == "__main__":
    main()
