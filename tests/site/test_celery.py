"""Tasks through a real worker, over each broker that a site may use."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


@pytest.fixture(
    params=[
        pytest.param("sqlite", marks=pytest.mark.slow),
        pytest.param("redis", marks=pytest.mark.services),
    ]
)
def broker_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return REDIS if request.param == "redis" else f"sqlite://localhost/{tmp_path}/broker.sqlite3"


def sender(broker_url: str) -> Celery:
    """An app that only sends. As the current one it would take over the tasks of later tests."""
    return Celery(broker=broker_url, set_as_current=False)


@pytest.fixture
def queue(broker_url: str) -> Iterator[str]:
    """A queue of this test's own: others may use the same Redis."""
    name = f"test-{uuid.uuid4().hex}"
    yield name
    with sender(broker_url).connection_for_write() as connection:
        connection.default_channel.queue_purge(name)


@pytest.fixture
def worker(broker_url: str, queue: str, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    words = ["worker", "--queues", queue, "--include", "tests.support.tasks", "--pool", "threads"]
    own = {"BROKER_URL": broker_url, "VAR_DIR": str(tmp_path)}
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "--app", "napoleon_site", *words],
        env=environment | own | {"DJANGO_SETTINGS_MODULE": "napoleon_site.settings"},
        cwd=settings.BASE_DIR,
    )
    yield process
    process.terminate()
    process.wait()


@pytest.fixture
def send(broker_url: str, queue: str) -> Callable[..., object]:
    app = sender(broker_url)
    return lambda *args: app.send_task("tests.support.tasks.note", args=args, queue=queue)


def test_each_task_runs_once(send, worker, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    for number in range(10):
        send(str(path), f"word {number}")
    deadline = time.monotonic() + 60
    while not path.exists() or len(path.read_text().splitlines()) < 10:
        assert worker.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)
    send(str(path), "later")
    while "later" not in path.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(1)
    expected = sorted(["later", *(f"word {number}" for number in range(10))])
    assert sorted(path.read_text().splitlines()) == expected
