"""How many streams a person has open, counted over all processes of the site.

Redis has an entry for each open stream. Its process renews it, so that those of a killed process run out. Without Redis
a site has a single web process; that counts for itself, and so does each while Redis is away.
"""

import logging
from collections import Counter
from typing import Final, NamedTuple
from uuid import uuid4

from infrastructure.redis_client import redis_at, redis_url

log = logging.getLogger(__name__)

MOST: Final = 8
"""Open streams of one person."""
LEASE: Final = 60
"""In seconds: how long an entry stays that is not renewed."""
TAKE: Final = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""


class Place(NamedTuple):
    """The place of an open stream among those of its person."""

    user_id: int
    name: str

    @property
    def key(self) -> str:
        return f"api-streams:{self.user_id}"


class StreamPlaces:
    """The places that this process holds."""

    def __init__(self) -> None:
        self.held = set[Place]()
        self.counts = Counter[int]()

    def take(self, user_id: int) -> Place | None:
        """A place for one more stream of the person; None if they have too many."""
        if self.counts[user_id] >= MOST:
            return None
        place = Place(user_id, uuid4().hex)
        if not _is_taken(place):
            return None
        self.held.add(place)
        self.counts[user_id] += 1
        return place

    def free(self, place: Place) -> None:
        self.held.discard(place)
        self.counts[place.user_id] -= 1
        if not self.counts[place.user_id]:
            del self.counts[place.user_id]
        if url := redis_url():
            try:
                redis_at(url).zrem(place.key, place.name)
            except Exception as error:
                # It runs out by itself.
                log.warning("A stream that was closed could not be told to others: %s", type(error).__name__)

    def renew(self) -> None:
        """Hold on to what is held. A freed place does not come back."""
        if not (url := redis_url()):
            return
        try:
            client = redis_at(url)
            [now, _micros], pipe = client.time(), client.pipeline(transaction=False)
            for place in list(self.held):
                pipe.zadd(place.key, {place.name: now + LEASE}, xx=True)
                pipe.expire(place.key, LEASE)
            pipe.execute()
        except Exception as error:
            log.warning("Open streams could not be told to others: %s", type(error).__name__)


def _is_taken(place: Place) -> bool:
    """Whether the place is the person's now, as all processes count."""
    if not (url := redis_url()):
        return True
    try:
        return bool(redis_at(url).eval(TAKE, 1, place.key, MOST, LEASE, place.name))
    except Exception as error:
        log.warning("Streams of other processes could not be counted: %s", type(error).__name__)
        return True
