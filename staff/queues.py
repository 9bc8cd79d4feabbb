"""The length of each of the broker's queues, and how long its first task has waited."""

import json
import time
from typing import Any, NamedTuple

from celery import current_app
from django.conf import settings


class Queue(NamedTuple):
    name: str
    length: int
    age: float | None
    """Seconds that the first task has waited; None if unknown or none waits."""


def queues() -> list[Queue]:
    """All queues; raises the broker library's errors if it is unreachable."""
    with current_app.connection_for_read(connect_timeout=2) as connection:
        channel = connection.default_channel
        return [_queue(channel, name) for name in settings.QUEUES]


def _queue(channel: Any, name: str) -> Queue:
    length = int(channel._size(name)) if hasattr(channel, "_size") else _declared(channel, name)
    return Queue(name, length, _age(_first(channel, name)) if length else None)


def _declared(channel: Any, name: str) -> int:
    """The length according to brokers such as RabbitMQ."""
    return int(channel.queue_declare(queue=name, durable=True).message_count)


def _first(channel: Any, name: str) -> str | bytes | None:
    """The next message."""
    message: str | bytes | None = None
    if hasattr(channel, "first"):  # the broker of the embedded site
        message = channel.first(name)
    elif hasattr(channel, "sep"):  # Redis: the list grows at its left end
        message = channel.client.lindex(name, -1)
    return message


def _age(message: str | bytes | None) -> float | None:
    since = json.loads(message)["headers"].get("enqueued_at") if message else None
    return max(0.0, time.time() - since) if since else None
