"""The SQLite broker, through kombu as Celery uses it; the last test kills a consumer in its own process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection

from tests.support.broker import TIMEOUT, Reader, connect, send


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "broker.sqlite3"


@pytest.fixture
def broker(path: Path) -> Iterator[Connection]:
    with connect(path) as connection:
        yield connection


def test_messages_come_once_and_in_order(broker: Connection) -> None:
    send(broker, *range(20))
    reader = Reader(broker)
    assert reader.read(20) == list(range(20))
    for message in reader.messages:
        message.ack()
    assert reader.read(seconds=2 * TIMEOUT) == []
    assert broker.default_channel.queue_declare("tasks", passive=True).message_count == 0


def test_two_readers_never_get_the_same_message(path: Path, broker: Connection) -> None:
    send(broker, *range(30))
    with connect(path) as other:
        one, two = Reader(broker, prefetch=15), Reader(other, prefetch=15)
        first, second = one.read(15), two.read(15)
        assert sorted(first + second) == list(range(30))
        assert len(first) == len(second) == 15


def test_a_message_taken_by_a_living_reader_stays_its_own(path: Path, broker: Connection) -> None:
    send(broker, "long task")
    slow = Reader(broker)
    assert slow.read(1) == ["long task"]
    with connect(path) as other:
        eager = Reader(other)
        for _ in range(12):
            assert slow.read(seconds=TIMEOUT / 6) == []
            assert eager.read(seconds=0.02) == []


def test_a_rejected_message_is_dropped_or_comes_again(broker: Connection) -> None:
    send(broker, "again")
    reader = Reader(broker)
    assert reader.read(1) == ["again"]
    reader.messages[0].requeue()
    assert reader.read(1) == ["again"]
    reader.messages[1].reject()
    assert reader.read(seconds=2 * TIMEOUT) == []


def test_closing_gives_back_what_was_not_acknowledged(path: Path, broker: Connection) -> None:
    with connect(path) as leaving:
        send(broker, 1, 2)
        reader = Reader(leaving)
        assert reader.read(2) == [1, 2]
        reader.messages[0].ack()
    assert Reader(broker).read(1) == [2]


def test_threads_that_acknowledge_are_in_the_way_of_no_reader(path: Path) -> None:
    # A worker reads, its pool acknowledges, and pages send.
    with connect(path) as sending, connect(path) as working:
        reader = Reader(working)
        with ThreadPoolExecutor(3) as pool:
            sent = pool.submit(send, sending, *range(400))
            done = []
            while not sent.done() or len(reader.messages) < 400:
                before = len(reader.messages)
                assert len(reader.read(1)) >= 1
                done += [pool.submit(message.ack) for message in reader.messages[before:]]
            sent.result()
            assert [one.result() for one in done] == [None] * 400
        assert reader.read(seconds=2 * TIMEOUT) == []


def test_purge_empties_the_queue(broker: Connection) -> None:
    send(broker, 1, 2, 3)
    assert broker.default_channel.queue_purge("tasks") == 3
    assert Reader(broker).read() == []


CONSUMER = """
import sys, time
from pathlib import Path
from typing import Any
from tests.support.broker import *
with connect(Path(sys.argv[1])) as broker:
    reader = Reader(broker)
    while True:
        if reader.read(seconds=0.05):
            print("took", len(reader.messages), flush=True)
"""


@pytest.mark.slow
def test_messages_of_a_killed_consumer_are_delivered_again(path: Path, broker: Connection) -> None:
    send(broker, *range(16))
    consumer = subprocess.Popen([sys.executable, "-c", CONSUMER, str(path)], stdout=subprocess.PIPE, text=True)
    assert consumer.stdout
    while consumer.stdout.readline() != "took 16\n":
        assert consumer.poll() is None
    reader = Reader(broker)
    assert reader.read(seconds=2 * TIMEOUT) == []  # it lives, and so do its claims
    os.kill(consumer.pid, signal.SIGKILL)
    consumer.wait()
    # Each claim runs out for itself, whichever was renewed last.
    assert sorted(reader.read(16)) == list(range(16))


def test_an_idle_reader_asks_once_for_all_queues(broker: Connection) -> None:
    reader = Reader(broker)
    channel: Any = broker.default_channel
    statements: list[str] = []
    channel.file.set_trace_callback(statements.append)
    assert reader.read(seconds=TIMEOUT) == []
    assert statements
    assert set(statements) == {"SELECT 1 FROM message LIMIT 1"}
