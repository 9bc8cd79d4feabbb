"""Who is viewing the page of a table now: they need no notification of what they see.

The shared cache remembers a viewer for a little longer than the live streams take to renew it. A hidden page has no
stream.
"""

import logging
from collections.abc import Iterable
from typing import Final

from django.core.cache import cache

from players.friends.presence import record_presence

log = logging.getLogger(__name__)

REMEMBERED: Final = 60


def record_viewers(visits: Iterable[tuple[int, str]]) -> None:
    """Record that these people view these tables now. Never raises: at worst they get needless notifications."""
    visits = list(visits)
    record_presence({user_id for user_id, _slug in visits})
    seen = {_key(*visit): True for visit in visits}
    try:
        cache.set_many(seen, REMEMBERED)
    except Exception as error:
        log.warning("The viewers of tables could not be recorded: %s", type(error).__name__)


def tables_viewed_by(user_id: int, slugs: Iterable[str]) -> set[str]:
    """Return which of the tables the person is viewing."""
    by_key = {_key(user_id, slug): slug for slug in slugs}
    try:
        return {by_key[key] for key in cache.get_many(by_key)}
    except Exception as error:
        log.warning("The viewers of tables could not be read: %s", type(error).__name__)
        return set()


def _key(user_id: int, slug: str) -> str:
    return f"viewing:{user_id}:{slug}"
