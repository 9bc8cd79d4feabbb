"""Live updates: `python -m benchmarks.live [--moves N] [--streams N] [--seconds S]` (docs/benchmarks.md).

It measures the time from a commit to an open page, when web process and writer are two processes; the cost of idle
streams for a web process; and the time until the last of many pages has been notified. DATABASE_URL, CACHE_URL and
DJANGO_SETTINGS_MODULE choose the channel.
"""

from __future__ import annotations

import argparse
import asyncio
import threading
import time
from statistics import median, quantiles

from . import world  # isort: skip  # sets Django up for all that follows

from games.live import broadcast, stream
from games.models import Game
from tests.support.play import move, reread, running

from .measure import print_circumstances

PAUSE = 0.15
"""The time between two moves, so that each arrives by itself. It is no multiple of the file's polling interval."""


class Follower:
    """An open page, with the moment at which each event reached it."""

    def __init__(self) -> None:
        self.heard: dict[int, float] = {}
        self.open = asyncio.Event()

    async def follow(self, port: int, game: Game, cookie: str) -> None:
        reader, writer = await asyncio.open_connection(world.HOST, port)
        head = {**world.HEADERS, "Cookie": cookie}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        writer.write(f"GET /events/{game.slug} HTTP/1.1\r\n{lines}\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise RuntimeError(status.decode())
        while line := await reader.readline():
            if line.startswith(b"retry:"):
                self.open.set()
            if line.startswith(b"data: "):
                self.heard.setdefault(int(line[6:]), time.perf_counter())


class Followers:
    """Open pages, kept by a thread with an event loop of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, port: int, game: Game, cookie: str) -> Follower:
        return asyncio.run_coroutine_threadsafe(self._add(port, game, cookie), self.loop).result(60)

    async def _add(self, port: int, game: Game, cookie: str) -> Follower:
        follower = Follower()
        self.tasks.append(asyncio.create_task(follower.follow(port, game, cookie)))
        await follower.open.wait()
        return follower

    def close(self) -> None:
        for task in self.tasks:
            self.loop.call_soon_threadsafe(task.cancel)


class Commits:
    """Notes when `games.live.broadcast.publish_change` is called, which is right after the commit."""

    def __init__(self) -> None:
        self.at: dict[int, float] = {}
        self.tell = broadcast.publish_change
        broadcast.publish_change = self.note

    def note(self, slug: str, seq: int) -> None:
        self.at[seq] = time.perf_counter()
        self.tell(slug, seq)


def latencies(game: Game, pages: list[Follower], moves: int) -> list[float]:
    """Milliseconds from a commit to each page."""
    commits = Commits()
    users = [seat.user for seat in game.seats.select_related("user") if seat.user]
    made = 0
    while made < moves and not reread(game).is_over:
        made += any(move(game, user) for user in users)
        time.sleep(PAUSE)
    time.sleep(1)
    broadcast.publish_change = commits.tell
    return [1000 * (page.heard[seq] - at) for page in pages for seq, at in commits.at.items()]


def idle_share(process: world.Process, seconds: float) -> float:
    """The percentage of one processor that an idle process takes."""
    before, begun = process.cpu_seconds(), time.monotonic()
    time.sleep(seconds)
    return 100 * (process.cpu_seconds() - before) / (time.monotonic() - begun)


def until_all_heard(game: Game, pages: list[Follower]) -> float:
    """Seconds until one change has reached the last page."""
    seq = game.seq + 1000
    begun = time.perf_counter()
    broadcast.publish_change(game.slug, seq)
    while not all(seq in page.heard for page in pages):
        time.sleep(0.01)
    return max(page.heard[seq] for page in pages) - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    world.prepare()
    listener = world.listen()
    port = listener.getsockname()[1]
    site = world.web(listener)
    try:
        world.wait_until_served(port)
        print_circumstances(["Django", "uvicorn", "psycopg", "redis"])
        print(f"Channel: {type(broadcast.channel()).__name__}\n")
        measure(site, port, options)
    finally:
        site.kill()


def measure(site: world.Process, port: int, options: argparse.Namespace) -> None:
    users = world.people(2 + -(-options.streams // stream.MOST_EACH))
    cookies = [world.Visitor(user, port).cookie for user in users]
    game = running(*users[:2], deals=20)
    followers = Followers()
    print("| | |\n|---|---|")
    print(f"| idle, no stream | {idle_share(site, options.seconds):.2f} % of a core |")
    two = [followers.add(port, game, cookie) for cookie in cookies[:2]]
    print(f"| idle, 2 streams | {idle_share(site, options.seconds):.2f} % of a core |")
    times = sorted(latencies(game, two, options.moves))
    p95 = quantiles(times, n=20)[-1]
    print(f"| commit to page, {len(times)} times, median | {median(times):.1f} ms |")
    print(f"| the same, 95th percentile; longest | {p95:.1f} ms; {times[-1]:.1f} ms |")
    before = site.megabytes()
    many = [
        followers.add(port, game, cookies[2 + number // stream.MOST_EACH])
        for number in range(options.streams)
    ]
    print(f"| memory of {len(many)} streams | {site.megabytes() - before:.0f} MB |")
    print(f"| one change, until all have heard | {until_all_heard(reread(game), many):.2f} s |")
    print(f"| idle, {len(many)} streams | {idle_share(site, options.seconds):.2f} % of a core |")
    followers.close()


if __name__ == "__main__":
    main()
