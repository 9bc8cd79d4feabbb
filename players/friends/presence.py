"""Who is online, kept in the shared cache for a short time and never in the database.

Only people who allow it are shown, and only to their friends and at their tables.
"""

import logging
from collections.abc import Iterable
from typing import Final

from django.core.cache import cache

from players.models import User

log = logging.getLogger(__name__)

# In seconds. An open table renews it every 20 seconds; other pages do not renew it while they are read.
REMEMBERED: Final = 180


def record_presence(user_ids: Iterable[int]) -> None:
    """Record that these people are online. Never raises: at worst they are not shown as online."""
    try:
        cache.set_many(signs_of_presence(user_ids), REMEMBERED)
    except Exception as error:
        log.warning("Who is online could not be recorded: %s", type(error).__name__)


def signs_of_presence(user_ids: Iterable[int]) -> dict[str, bool]:
    """What the cache holds while these people are online."""
    return {_key(user_id): True for user_id in user_ids}


def online_among(people: Iterable[User]) -> set[int]:
    """The keys of those who are online and show it."""
    return seen_among(person.pk for person in people if person.shows_presence)


def seen_among(user_ids: Iterable[int]) -> set[int]:
    """The keys of those who are online, whether they show it or not."""
    by_key = {_key(user_id): user_id for user_id in user_ids}
    try:
        return {by_key[key] for key in cache.get_many(by_key)} if by_key else set()
    except Exception as error:
        log.warning("Who is online could not be read: %s", type(error).__name__)
        return set()


def _key(user_id: int) -> str:
    return f"online:{user_id}"
