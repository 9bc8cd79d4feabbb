"""Who has the page of a table open and before his eyes: nobody has to be told what he sees.

Kept in the cache that all processes share, for a little longer than the live streams take to renew it. A page that is
hidden has no stream.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from django.core.cache import cache

log = logging.getLogger(__name__)

REMEMBERED: Final = 60


def note(visits: Iterable[tuple[int, str]]) -> None:
    """These people, by their keys, look at these tables now. Never fails: at worst they are told too much."""
    seen = {_key(*visit): True for visit in visits}
    try:
        cache.set_many(seen, REMEMBERED)
    except Exception as error:
        log.warning("It was not noted who looks at tables: %s", type(error).__name__)


def at(user_id: int, slugs: Iterable[str]) -> set[str]:
    """At which of the tables the person looks."""
    by_key = {_key(user_id, slug): slug for slug in slugs}
    try:
        return {by_key[key] for key in cache.get_many(by_key)}
    except Exception as error:
        log.warning("It is not known who looks at tables: %s", type(error).__name__)
        return set()


def _key(user_id: int, slug: str) -> str:
    return f"looking:{user_id}:{slug}"
