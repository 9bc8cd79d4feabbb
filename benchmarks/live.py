"""Live updates: `python -m benchmarks.live [postgres] [--moves N]`.

It measures the time from a commit in one process to two pages that another process, the web process, holds open. The
embedded site polls a file; with `postgres` Redis carries the news.
"""

import asyncio
import threading
import time
from collections.abc import Sequence
from statistics import median

from . import world  # isort: skip  # sets Django up for all that follows

from games.models import Game
from infrastructure import broadcast
from tests.support.play import move, reread, running

from .measure import arguments, print_circumstances, print_table

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


def opened(port: int, game: Game, cookies: Sequence[str]) -> list[Follower]:
    """Open pages, kept by a thread with an event loop of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    followers = [Follower() for _ in cookies]
    for follower, cookie in zip(followers, cookies, strict=True):
        # Kept, since a loop refers to its tasks only weakly.
        follower.task = asyncio.run_coroutine_threadsafe(follower.follow(port, game, cookie), loop)
        asyncio.run_coroutine_threadsafe(follower.open.wait(), loop).result(60)
    return followers


class Commits:
    """Notes when `infrastructure.broadcast.publish_change` is called, which is right after the commit."""

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
    # A page that hears of a later event has the earlier ones as well.
    return [
        1000 * (min(moment for last, moment in page.heard.items() if last >= seq) - at)
        for page in pages
        for seq, at in commits.at.items()
    ]


def main() -> None:
    options = arguments(__doc__, moves=200)
    world.prepare()
    with world.Site(count=1) as site:
        users = world.people(2)
        game = running(*users, deals=20)
        pages = opened(site.port, game, [world.Visitor(user, site.port).cookie for user in users])
        times = sorted(latencies(game, pages, options.moves))
    print_circumstances(["Django", "uvicorn", "psycopg", "redis"])
    channel = type(broadcast.channel()).__name__
    cells = (channel, len(times), *(f"{ms:.1f}" for ms in (median(times), times[int(0.95 * len(times))], times[-1])))
    print_table(("channel", "times", "median ms", "95 % ms", "longest ms"), [cells])


if __name__ == "__main__":
    main()
