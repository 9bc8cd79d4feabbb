"""A Celery broker in one SQLite file, for a site without a broker server.

A consumer claims a message for a short time and renews the claim while it lives; acknowledging deletes the message.
When a consumer dies, its claims expire and the messages are delivered again. So nothing is lost, but a task may run
twice, as with any broker.
"""

import json
import sqlite3
import time
from queue import Empty
from threading import Lock
from typing import Any

from kombu.transport import virtual

SCHEMA = """
CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    body TEXT NOT NULL,
    claimed_until REAL NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS message_next ON message (queue, claimed_until, id);
"""
FREE = "SELECT id FROM message WHERE queue = ? AND claimed_until <= ? ORDER BY id LIMIT 1"
FIRST = FREE.replace("id", "body", 1)
# The condition is repeated, because another consumer may have claimed the row in between.
CLAIM = """
UPDATE message SET claimed_until = ? WHERE id = ? AND claimed_until <= ? RETURNING body
"""


class QoS(virtual.QoS):
    def ack(self, delivery_tag: int) -> None:
        self.channel.forget(delivery_tag)
        super().ack(delivery_tag)

    def reject(self, delivery_tag: int, requeue: bool = False) -> None:
        if requeue:
            self.channel.claim(delivery_tag, until=0)
        else:
            self.channel.forget(delivery_tag)
        super().ack(delivery_tag)

    def outstanding(self) -> list[int]:
        self._flush()
        return list(self._delivered)


class SqliteChannel(virtual.Channel):
    QoS = QoS

    def __init__(self, connection: virtual.Transport, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        client: Any = connection.client
        self.claim_seconds = float(client.transport_options.get("visibility_timeout", 30))
        self.renew_at = 0.0
        """By the monotonic clock: a machine whose clock is set back renews all the same."""
        # A thread of the worker's pool may acknowledge. Every statement commits by itself.
        self.file = sqlite3.connect(client.virtual_host, timeout=20, isolation_level=None, check_same_thread=False)
        self.file.execute("PRAGMA journal_mode = WAL")
        self.file.execute("PRAGMA synchronous = NORMAL")
        self.file.executescript(SCHEMA)
        self._one_at_a_time = Lock()

    def _run(self, statement: str, *parameters: object) -> list[Any]:
        """Run a statement to its end. A write of another thread beside half of a read would fail."""
        with self._one_at_a_time:
            return self.file.execute(statement, parameters).fetchall()

    def close(self) -> None:
        super().close()  # releases the claims
        self.file.close()

    def claim(self, tag: int, until: float) -> None:
        self._run("UPDATE message SET claimed_until = ? WHERE id = ?", until, tag)

    def forget(self, tag: int) -> None:
        self._run("DELETE FROM message WHERE id = ?", tag)

    def drain_events(self, *args: Any, **kwargs: Any) -> Any:
        self._renew_claims()
        return super().drain_events(*args, **kwargs)

    def _renew_claims(self) -> None:
        if time.monotonic() < self.renew_at:
            return
        self.renew_at = time.monotonic() + self.claim_seconds / 3
        for tag in self.qos.outstanding():
            self.claim(tag, until=time.time() + self.claim_seconds)

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        self._run("INSERT INTO message (queue, body) VALUES (?, ?)", queue, json.dumps(message))

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        now = time.time()
        # Reading first keeps an idle consumer from taking the write lock.
        while free := self._run(FREE, queue, now):
            [[tag]] = free
            if claimed := self._run(CLAIM, now + self.claim_seconds, tag, now):
                message: dict[str, Any] = json.loads(claimed[0][0])
                message["properties"]["delivery_tag"] = tag
                return message
        raise Empty

    def _restore(self, message: virtual.Message) -> None:
        self.claim(message.delivery_tag, until=0)

    def _size(self, queue: str) -> int:
        [[count]] = self._run("SELECT count(*) FROM message WHERE queue = ?", queue)
        return int(count)

    def is_empty(self) -> bool:
        return not self._run("SELECT 1 FROM message LIMIT 1")

    def first(self, queue: str) -> str | None:
        """The message that is delivered next."""
        rows = self._run(FIRST, queue, time.time())
        return str(rows[0][0]) if rows else None

    def _purge(self, queue: str) -> int:
        return len(self._run("DELETE FROM message WHERE queue = ? RETURNING id", queue))


class Transport(virtual.Transport):
    Channel = SqliteChannel
    driver_type = driver_name = "sqlite"
    polling_interval = 0.2
    connection_errors = (sqlite3.OperationalError,)

    def drain_events(self, connection: Any, timeout: float = 1, **kwargs: Any) -> None:
        # Between calls the worker acknowledges finished messages and notices that it should stop. It asks to wait two
        # seconds, which would delay both.
        patience = min(timeout or 1, self.polling_interval)
        if self.channels and self.channels[0].is_empty():
            # One statement instead of one for each queue: an idle worker does nothing else.
            time.sleep(patience)
            raise TimeoutError
        super().drain_events(connection, timeout=patience)

    def driver_version(self) -> str:
        return sqlite3.sqlite_version
