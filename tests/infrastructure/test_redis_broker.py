"""What this site changes of Celery's broker over Redis; tests/site/test_celery.py sends tasks through it."""

import pytest
from kombu import Connection
from redis.exceptions import OutOfMemoryError

from infrastructure.redis_broker import Channel, Transport
from napoleon_site.celery import app


@pytest.fixture
def channel() -> Channel:
    """One that has not asked Redis for anything."""
    found = Channel.__new__(Channel)
    found.connection = Connection("redis://redis.example:6380/2").transport
    return found


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_the_site_takes_its_own_transport(scheme: str) -> None:
    with app.connection_for_write(f"{scheme}://localhost") as connection:
        assert connection.get_transport_cls() is Transport


def test_a_channel_that_has_lost_its_connection_fails_as_the_worker_expects(channel: Channel) -> None:
    """Any other error ends the worker: kombu puts messages back when it closes the channel once more."""
    assert channel.connection is not None
    channel.connection.client = None
    with pytest.raises(Transport.connection_errors):
        channel._connparams()


def test_a_worker_waits_for_a_broker_however_long() -> None:
    assert app.conf.broker_connection_max_retries is None


def test_a_worker_outlasts_a_broker_that_refuses_writes() -> None:
    """Such as a Redis that is full; tests/site/test_celery.py fills one."""
    assert app.conf.broker_channel_error_retry
    assert issubclass(OutOfMemoryError, Transport.channel_errors)
