"""The streams of a person are counted over all processes, and those of a killed process run out."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from games.api.stream_places import LEASE, MOST, StreamPlaces
from infrastructure.redis_client import redis_at, redis_url


def test_without_redis_a_process_counts_alone() -> None:
    places = StreamPlaces()
    taken = [places.take(7) for _ in range(MOST + 1)]
    assert [place is None for place in taken] == [False] * MOST + [True]
    assert places.take(8) is not None
    assert taken[0] is not None
    places.free(taken[0])
    assert places.take(7) is not None
    assert StreamPlaces().take(7) is not None


@override_settings(CELERY_BROKER_URL="redis://127.0.0.1:1/0")
def test_where_redis_is_away_each_process_counts_alone() -> None:
    places = StreamPlaces()
    taken = [places.take(7) for _ in range(MOST + 1)]
    assert [place is None for place in taken] == [False] * MOST + [True]
    places.renew()
    for place in taken:
        if place is not None:
            places.free(place)
    assert (places.held, places.counts) == (set(), {})


@pytest.fixture
def redis() -> Iterator[Any]:
    with override_settings(CELERY_BROKER_URL=os.environ["TEST_REDIS_URL"]):
        client = redis_at(redis_url())
        client.delete("api-streams:7")
        yield client
        client.delete("api-streams:7")


@pytest.mark.services
def test_processes_count_together_and_a_killed_one_is_forgotten(redis: Any) -> None:
    first, second = StreamPlaces(), StreamPlaces()
    taken = [place for _ in range(MOST // 2) for place in (first.take(7), second.take(7))]
    assert None not in taken
    assert (first.take(7), second.take(7)) == (None, None)
    assert taken[0] is not None
    first.free(taken[0])
    own = second.take(7)
    assert own is not None
    second.free(own)
    # What was freed does not come back with what is held.
    first.renew()
    second.renew()
    assert redis.zcard("api-streams:7") == MOST - 1
    assert 0 < redis.ttl("api-streams:7") <= LEASE
    # The first process is killed: its entries are renewed no more.
    for name, until in redis.zrange("api-streams:7", 0, -1, withscores=True):
        if name.decode() in {place.name for place in first.held}:
            redis.zadd("api-streams:7", {name: until - 2 * LEASE})
    third = StreamPlaces()
    assert [third.take(7) is None for _ in range(MOST)] == [False] * (MOST // 2) + [True] * (MOST // 2)
