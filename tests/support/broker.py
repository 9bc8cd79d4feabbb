"""The SQLite broker through kombu, as Celery uses it."""

import time
from contextlib import suppress
from pathlib import Path

from kombu import Connection, Message, Queue

from napoleon_site import celery as celery  # makes the transport known

QUEUE = Queue("tasks", routing_key="tasks")
TIMEOUT = 0.6


def connect(path: Path) -> Connection:
    options = {"visibility_timeout": TIMEOUT, "polling_interval": 0.02}
    return Connection(f"sqlite://localhost/{path}", transport_options=options)


def send(broker: Connection, *bodies: object) -> None:
    with broker.Producer() as producer:
        for body in bodies:
            producer.publish(body, routing_key="tasks", declare=[QUEUE])


class Reader:
    def __init__(self, broker: Connection, prefetch: int = 0) -> None:
        self.broker = broker
        self.messages: list[Message] = []
        self.consumer = broker.Consumer(QUEUE, on_message=self.messages.append, prefetch_count=prefetch)
        self.consumer.consume()

    def read(self, count: int = 0, seconds: float = 0.05) -> list[object]:
        """Return the bodies of ``count`` messages, and of any others within these seconds."""
        before, end = len(self.messages), time.monotonic() + 30
        while len(self.messages) - before < count and time.monotonic() < end:
            self._drain()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._drain()
        return [message.payload for message in self.messages[before:]]

    def _drain(self) -> None:
        with suppress(TimeoutError):
            self.broker.drain_events(timeout=0.02)
