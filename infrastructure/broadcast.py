"""Publish that a game has changed, to the processes with open pages.

A message holds only the game and the number of its last event: each page then fetches what its own reader may see.
Messages may get lost when a process dies after its commit or Redis restarts, so `games/live/stream.py` regularly
compares its pages with the database.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from django.conf import settings
from django.db import connection, transaction

from infrastructure.direct_database import direct_database
from infrastructure.redis_client import redis_at, redis_url

log = logging.getLogger(__name__)

NAME: Final = "games_changed"
# Instead of an event's number: a player has arrived, or asks for a rematch. It concerns only the table's players.
PLAYER_CAME: Final = -1
# Seconds between checks of the file, while a page is open.
LOOK_EVERY: Final = 0.1
# Seconds of silence after which PostgreSQL is pinged: a connection silently cut by a firewall or a failover would
# otherwise stay silent forever.
ASK_AFTER: Final = 5.0
SCHEMA: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS change (id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT, seq INTEGER);
CREATE TRIGGER IF NOT EXISTS forget AFTER INSERT ON change
    BEGIN DELETE FROM change WHERE id <= new.id - 1000; END;
"""

LiveChange: TypeAlias = tuple[str, int]
"""The slug of a game and the number of its last event."""


def publish_after_commit(slug: str, seq: int) -> None:
    """Make open pages of the game refresh after this transaction is committed."""
    transaction.on_commit(partial(publish_change, slug, seq))


def channel_of(user_id: int) -> str:
    """What a person's own stream listens to besides their games: no game has this address."""
    return f"@{user_id}"


def publish_to_people(user_ids: Iterable[int | None]) -> None:
    """Make their own streams look for a new game after this transaction is committed."""
    for user_id in user_ids:
        if user_id is not None:
            publish_after_commit(channel_of(user_id), 0)


def publish_change(slug: str, seq: int) -> None:
    """Publish that game ``slug`` is now at event ``seq``. Called after the commit, so it never raises."""
    try:
        channel().publish(slug, seq)
    except Exception as error:
        log.warning("A change could not be published to open pages: %s", type(error).__name__)


class ChangeChannel(Protocol):
    """Carries changes from the process that made them to the processes with open pages."""

    def publish(self, slug: str, seq: int) -> None: ...

    def changes(self) -> AsyncGenerator[LiveChange | None]:
        """Yield None once the subscription is active, then every change."""
        ...


def channel() -> ChangeChannel:
    """Return the best channel that the site's services offer: Redis, PostgreSQL, or a file."""
    if url := redis_url():
        return RedisChannel(url)
    if connection.vendor == "postgresql":
        return PostgresqlChannel()
    return FileChannel(Path(settings.VAR_DIR) / "live.sqlite3")


def _encode(slug: str, seq: int) -> str:
    return f"{slug} {seq}"


def _decode(text: str) -> LiveChange:
    slug, seq = text.split()
    return slug, int(seq)


@dataclass(frozen=True)
class RedisChannel:
    url: str

    def publish(self, slug: str, seq: int) -> None:
        redis_at(self.url).publish(NAME, _encode(slug, seq))

    async def changes(self) -> AsyncGenerator[LiveChange | None]:
        from redis.asyncio import Redis

        async with (
            Redis.from_url(self.url, decode_responses=True, socket_keepalive=True) as client,
            client.pubsub() as subscription,
        ):
            await subscription.subscribe(NAME)
            async for message in subscription.listen():
                yield _decode(message["data"]) if message["type"] == "message" else None


class PostgresqlChannel:
    def publish(self, slug: str, seq: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [NAME, _encode(slug, seq)])

    async def changes(self) -> AsyncGenerator[LiveChange | None]:
        from psycopg import AsyncConnection

        wanted = ("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert")
        every: dict[str, Any] = direct_database().get_connection_params()
        params = {name: every[name] for name in wanted if name in every}
        async with await AsyncConnection.connect(**params, autocommit=True) as listening:
            await listening.execute(f"LISTEN {NAME}")
            yield None
            while True:
                async for notice in listening.notifies(timeout=ASK_AFTER):
                    yield _decode(notice.payload)
                async with asyncio.timeout(ASK_AFTER):
                    await listening.execute("SELECT")


@dataclass(frozen=True)
class FileChannel:
    """A SQLite file beside the database: checking whether another process has written to it is almost free."""

    path: Path

    def publish(self, slug: str, seq: int) -> None:
        _file(self.path).execute("INSERT INTO change (slug, seq) VALUES (?, ?)", (slug, seq))

    async def changes(self) -> AsyncGenerator[LiveChange | None]:
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
    """Return this process's connection for writing; SQLite serialises its threads."""
    return _open(path)


def _open(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    file.executescript(SCHEMA)
    return file
