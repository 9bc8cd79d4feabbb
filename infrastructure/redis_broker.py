"""Celery's Redis broker, with workers that survive a restart of Redis."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        """The parameters of a connection to Redis.

        kombu 5.7 closes the channel of a lost connection twice. The second time it has forgotten the address and
        requeues unfinished messages, and the resulting `AttributeError` would end the worker, which handles connection
        errors. The messages are delivered again later.
        """
        if self.connection.client is None:
            raise ConnectionError("The connection to Redis is closed.")
        # kombu has no types.
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[no-untyped-call]
        return parameters


class Transport(redis.Transport):
    Channel = Channel
