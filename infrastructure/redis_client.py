"""The site's Redis, where it has one, for what Django's cache and Celery don't offer."""

from functools import lru_cache
from typing import Any

from django.conf import settings


def redis_url() -> str:
    """Return the address of the cache's Redis, else of the broker's; empty if neither uses Redis."""
    broker: str = settings.CELERY_BROKER_URL
    return cache_url() or (broker if broker.startswith(("redis:", "rediss:")) else "")


def cache_url() -> str:
    """Return the address of the cache's Redis; empty if the cache is elsewhere."""
    cache: dict[str, Any] = settings.CACHES["default"]
    return str(cache["LOCATION"]) if cache["BACKEND"].endswith(".RedisCache") else ""


@lru_cache(maxsize=4)
def redis_at(url: str) -> Any:
    """This process's client of that Redis."""
    from redis import Redis

    # The player who has just moved waits for this call.
    return Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)
