"""Live updates: `python -m benchmarks.live [--moves N] [--streams N] [--seconds S]`.

It measures the time from a commit in one process to a page that another process, the web process, holds open; what
idle streams cost the web process; and the time until a change has reached the last of many pages. DATABASE_URL and
CACHE_URL choose the channel.
"""

from __future__ import annotations

import asyncio
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from statistics import median, quantiles

from . import world  # isort: skip  # sets Django up for all that follows

from games.live import broadcast, stream
from games.models import Game
from tests.support.play import move, reread, running

from .measure import arguments, print_circumstances, print_table
from .processes import megabytes

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
        self.tasks: list[asyncio.Task[None]] = []
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def add(self, port: int, game: Game, cookie: str) -> Follower:
        return asyncio.run_coroutine_threadsafe(self._add(port, game, cookie), self.loop).result(60)

    async def _add(self, port: int, game: Game, cookie: str) -> Follower:
        follower = Follower()
        self.tasks.append(asyncio.create_task(follower.follow(port, game, cookie)))
        await follower.open.wait()
        return follower


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


def figures(site: world.Site, options: Namespace) -> Iterator[tuple[str, str]]:
    users = world.people(2 + -(-options.streams // stream.MOST_EACH))
    cookies = [world.Visitor(user, site.port).cookie for user in users]
    game, followers, [process] = running(*users[:2], deals=20), Followers(), site.processes
    yield "idle, no stream", f"{idle_share(process, options.seconds):.2f} % of a core"
    two = [followers.add(site.port, game, cookie) for cookie in cookies[:2]]
    yield "idle, 2 streams", f"{idle_share(process, options.seconds):.2f} % of a core"
    times = sorted(latencies(game, two, options.moves))
    yield f"commit to page, {len(times)} times: median", f"{median(times):.1f} ms"
    p95 = quantiles(times, n=20)[-1]
    yield "the same: 95th percentile, longest", f"{p95:.1f} ms, {times[-1]:.1f} ms"
    before = megabytes(process.process.pid)
    many = [
        followers.add(site.port, game, cookies[2 + number // stream.MOST_EACH])
        for number in range(options.streams)
    ]
    used = megabytes(process.process.pid) - before
    yield f"memory of {len(many)} streams", f"{used:.0f} MB"
    yield "one change, until all pages have it", f"{until_all_heard(reread(game), many):.2f} s"
    yield f"idle, {len(many)} streams", f"{idle_share(process, options.seconds):.2f} % of a core"


def main() -> None:
    options = arguments(__doc__, moves=200, streams=2000, seconds=30.0)
    world.prepare()
    with world.Site(count=1) as site:
        print_circumstances(["Django", "uvicorn", "psycopg", "redis"])
        channel = type(broadcast.channel()).__name__
        print_table((channel, ""), figures(site, options))


if __name__ == "__main__":
    main()
