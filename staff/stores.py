"""What PostgreSQL and Redis tell about themselves."""

import time
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

FIGURES = """
SELECT pg_database_size(oid), to_regclass('pg_stat_statements') IS NOT NULL,
    (SELECT sum(numbackends) FROM pg_stat_database),
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false),
    extract(epoch FROM clock_timestamp())
FROM pg_database WHERE datname = current_database()
"""


class PostgreSQL(NamedTuple):
    size: int
    """In bytes."""
    counts_statements: bool
    connections: int
    """To all databases of the server."""
    most_connections: int
    sorts_differently: bool
    """The system's rules for sorting texts have changed since the database was made, so that indexes may be wrong."""
    seconds_ahead: float
    """Of this machine's clock."""


def postgresql() -> PostgreSQL | None:
    """PostgreSQL's figures; None for other databases."""
    if connection.vendor != "postgresql":
        return None
    asked = time.time()
    with connection.cursor() as cursor:
        cursor.execute(FIGURES)
        *figures, now = cursor.fetchone()
    return PostgreSQL._make([*figures, (asked + time.time()) / 2 - float(now)])


class Redis(NamedTuple):
    used: int
    """In bytes."""
    most: int
    """In bytes; 0 without a limit."""
    policy: str
    """What goes when it is full."""

    @property
    def loses_tasks(self) -> bool:
        """Whether it may drop keys that don't expire, such as queues."""
        return self.policy.startswith("allkeys")


def redis_servers() -> list[Redis]:
    """Each server, once; none for a site without."""
    addresses = {urlsplit(url).netloc: url for url in (settings.BROKER_URL, settings.CACHE_URL) if _is_redis(url)}
    return [_redis(url) for url in addresses.values()]


def _is_redis(url: str) -> bool:
    return url.startswith(("redis://", "rediss://"))


def _redis(url: str) -> Redis:
    # An embedded site never loads this package, which takes 20 MB.
    from redis import Redis as Client

    with Client.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
        facts = client.info("memory")
    return Redis(facts["used_memory"], facts["maxmemory"], facts["maxmemory_policy"])
