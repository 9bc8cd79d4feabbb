"""Telling open pages that a game has changed.

What is told is a game and the number of its last event, and no more: each page then fetches what its own reader may
see. Messages may get lost, by a process that dies after its commit or a Redis that restarts: `games/live/stream.py`
compares what its pages were told with the database now and then.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from django.conf import settings
from django.db import connection

log = logging.getLogger(__name__)

NAME: Final = "games_changed"
# How often the file is looked at, while a page is open.
LOOK_EVERY: Final = 0.1
SCHEMA: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS change (id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT, seq INTEGER);
CREATE TRIGGER IF NOT EXISTS forget AFTER INSERT ON change
    BEGIN DELETE FROM change WHERE id <= new.id - 1000; END;
"""

Change: TypeAlias = tuple[str, int]
"""The slug of a game, and its ``seq``."""


def changed(slug: str, seq: int) -> None:
    """Game ``slug`` is at event ``seq`` now. Called after the commit; never fails, for that is done."""
    try:
        channel().publish(slug, seq)
    except Exception as error:
        log.warning("Open pages were not told of a change: %s", type(error).__name__)


class Channel(Protocol):
    """Carries changes from the process that made them to those with open pages."""

    def publish(self, slug: str, seq: int) -> None: ...

    def changes(self) -> AsyncGenerator[Change | None]:
        """First None, once nothing more is missed; then every change, until it is closed."""
        ...


def channel() -> Channel:
    """The channel that what the site runs on offers."""
    if url := redis_url():
        return RedisChannel(url)
    if connection.vendor == "postgresql":
        return PostgresqlChannel()
    return FileChannel(Path(settings.VAR_DIR) / "live.sqlite3")


def redis_url() -> str:
    """The Redis of the cache, or else of the broker; empty if neither is one."""
    cache: dict[str, Any] = settings.CACHES["default"]
    if cache["BACKEND"].endswith(".RedisCache"):
        return str(cache["LOCATION"])
    broker: str = settings.CELERY_BROKER_URL
    return broker if broker.startswith(("redis:", "rediss:")) else ""


def _written(slug: str, seq: int) -> str:
    return f"{slug} {seq}"


def _read(text: str) -> Change:
    slug, seq = text.split()
    return slug, int(seq)


@dataclass(frozen=True)
class RedisChannel:
    url: str

    def publish(self, slug: str, seq: int) -> None:
        _redis(self.url).publish(NAME, _written(slug, seq))

    async def changes(self) -> AsyncGenerator[Change | None]:
        from redis.asyncio import Redis

        async with (
            Redis.from_url(self.url, decode_responses=True, socket_keepalive=True) as client,
            client.pubsub() as subscription,
        ):
            await subscription.subscribe(NAME)
            async for message in subscription.listen():
                yield _read(message["data"]) if message["type"] == "message" else None


@lru_cache(maxsize=4)
def _redis(url: str) -> Any:
    from redis import Redis

    # Whoever has just moved waits for this.
    return Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)


class PostgresqlChannel:
    def publish(self, slug: str, seq: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [NAME, _written(slug, seq)])

    async def changes(self) -> AsyncGenerator[Change | None]:
        from psycopg import AsyncConnection

        wanted = ("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert")
        every: dict[str, Any] = connection.get_connection_params()
        params = {name: every[name] for name in wanted if name in every}
        async with await AsyncConnection.connect(**params, autocommit=True) as listening:
            await listening.execute(f"LISTEN {NAME}")
            yield None
            async for notice in listening.notifies():
                yield _read(notice.payload)


@dataclass(frozen=True)
class FileChannel:
    """A SQLite file beside the database: looking whether another process has written to it costs next to nothing."""

    path: Path

    def publish(self, slug: str, seq: int) -> None:
        _file(self.path).execute("INSERT INTO change (slug, seq) VALUES (?, ?)", (slug, seq))

    async def changes(self) -> AsyncGenerator[Change | None]:
        with closing(_open(self.path)) as file:
            [last] = file.execute("SELECT coalesce(max(id), 0) FROM change").fetchone()
            version = None
            yield None
            while True:
                [now] = file.execute("PRAGMA data_version").fetchone()
                if now != version:
                    version = now
                    for number, slug, seq in self._after(file, last):
                        yield slug, seq
                        last = number
                await asyncio.sleep(LOOK_EVERY)

    def _after(self, file: sqlite3.Connection, last: int) -> list[tuple[int, str, int]]:
        query = "SELECT id, slug, seq FROM change WHERE id > ? ORDER BY id"
        return file.execute(query, (last,)).fetchall()


@lru_cache(maxsize=4)
def _file(path: Path) -> sqlite3.Connection:
    """The connection by which this process writes; SQLite lets its threads take turns."""
    return _open(path)


def _open(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    file.executescript(SCHEMA)
    return file
