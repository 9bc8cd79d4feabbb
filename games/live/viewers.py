"""Who is reading the page of a table, and who has it open.

People who read it need no notification of what they see. An open page alone is not read: it may be on a screen that
nobody looks at. People read it if they loaded it, pointed, scrolled or pressed a key within the last minutes.
The shared cache remembers both. A hidden page has no stream, and so is not open.
"""

import logging
from collections.abc import Iterable
from typing import Final

from django.core.cache import cache

from players.friends.presence import signs_of_presence

log = logging.getLogger(__name__)

# In seconds. A page reports what its reader does every 30 seconds at most (static/js/live.js).
READING: Final = 120
# A little longer than the live streams take to renew it.
OPEN: Final = 60


def record_viewers(visits: Iterable[tuple[int, str]]) -> None:
    """Record that these people read these tables now. Never raises: at worst they get needless notifications."""
    _record("viewing", visits, READING)


def record_open_pages(visits: Iterable[tuple[int, str]]) -> None:
    """Record that these people have these tables open, and so are online. Never raises."""
    _record("open", visits, OPEN)


def tables_viewed_by(user_id: int, slugs: Iterable[str]) -> set[str]:
    """Return which of the tables the person is reading."""
    return _recorded("viewing", user_id, slugs)


def tables_open_for(user_id: int, slugs: Iterable[str]) -> set[str]:
    return _recorded("open", user_id, slugs)


def _record(what: str, visits: Iterable[tuple[int, str]], seconds: int) -> None:
    visits = list(visits)
    seen = {f"{what}:{user_id}:{slug}": True for user_id, slug in visits}
    online = signs_of_presence(user_id for user_id, _slug in visits)
    try:
        cache.set_many(seen | online, seconds)
    except Exception as error:
        log.warning("The viewers of tables could not be recorded: %s", type(error).__name__)


def _recorded(what: str, user_id: int, slugs: Iterable[str]) -> set[str]:
    by_key = {f"{what}:{user_id}:{slug}": slug for slug in slugs}
    try:
        return {by_key[key] for key in cache.get_many(by_key)}
    except Exception as error:
        log.warning("The viewers of tables could not be read: %s", type(error).__name__)
        return set()
