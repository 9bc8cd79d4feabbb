"""Tasks through a real worker, over each broker that a site may use."""

import logging
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from celery import Celery
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_postrun
from django.conf import settings
from django.db import connection
from redis import Redis

from benchmarks import services
from napoleon_site.celery import app
from staff.processes.scheduler import SteadyScheduler

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


@pytest.fixture(
    params=[pytest.param("sqlite", marks=pytest.mark.slow), pytest.param("redis", marks=pytest.mark.services)]
)
def broker_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "own_server":
        return str(request.getfixturevalue("own_server").url)
    if request.param == "own_redis":
        return str(request.getfixturevalue("own_redis"))
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


COMPOSE = settings.BASE_DIR / "deploy/compose.yaml"
WORKER = re.compile(r"celery, -A, napoleon_site, (worker, .*)\]")
Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start(broker_url: str, queue: str, tmp_path: Path) -> Iterator[Start]:
    """Starts a worker, of the queue or with queues of its own."""
    own = {"BROKER_URL": broker_url, "VAR_DIR": str(tmp_path)}
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> subprocess.Popen[bytes]:
        of_tests = ["--include", "tests.support.tasks"]
        if not any(word.endswith("queues") for word in words):
            of_tests += ["--queues", queue]
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "--app", "napoleon_site", "worker", *words, *of_tests],
            env=environment | own | {"DJANGO_SETTINGS_MODULE": "napoleon_site.settings"},
            cwd=settings.BASE_DIR,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


@pytest.fixture
def send(broker_url: str, queue: str) -> Callable[..., object]:
    app = sender(broker_url)
    return lambda name, *args: app.send_task(f"tests.support.tasks.{name}", args=args, queue=queue)


def until(said: Callable[[], bool], worker: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while not said():
        assert worker.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_each_task_runs_once(send, start: Start, tmp_path: Path) -> None:
    path, worker = tmp_path / "notes", start("--pool", "threads")
    path.touch()
    for number in range(10):
        send("note", str(path), f"word {number}")
    until(lambda: len(path.read_text().splitlines()) == 10, worker)
    send("note", str(path), "later")
    until(lambda: "later" in path.read_text(), worker)
    time.sleep(1)
    expected = sorted(["later", *(f"word {number}" for number in range(10))])
    assert sorted(path.read_text().splitlines()) == expected


def test_a_scheduler_without_a_folder_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "no folder")
    with pytest.raises(SystemExit, match=r"VAR_DIR must be a folder that can be written, not .*no folder"):
        SteadyScheduler(app)


@pytest.mark.services
@pytest.mark.parametrize("broker_url", ["redis"], indirect=True)
def test_a_worker_that_is_to_stop_interrupts_a_long_task(send, start: Start, tmp_path: Path) -> None:
    path, worker = tmp_path / "notes", start("--pool", "processes", "--concurrency", "2")
    path.touch()
    send("note_the_end", str(path))
    until(lambda: path.read_text() == "begun\n", worker)
    worker.terminate()
    assert worker.wait(timeout=60) == 0
    assert path.read_text() == "begun\ngiven up\n"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_the_tasks_of_a_process_share_its_connections() -> None:
    before_and_after, task, pool = DjangoWorkerFixup(app), Mock(), connection.pool
    before_and_after.worker = Mock(pool_cls="prefork")
    task.request.is_eager = False
    connection.ensure_connection()
    before_and_after.on_task_postrun(task)
    task_postrun.send(sender=task, task_id="1", task=task, state="SUCCESS")
    assert connection.connection is None
    assert connection.pool is pool


@pytest.fixture
def own_redis() -> Iterator[str]:
    """A database in which the site's queues are this test's alone."""
    url = REDIS.rpartition("/")[0] + "/10"
    Redis.from_url(url).flushdb()
    yield url
    Redis.from_url(url).flushdb()


@pytest.fixture
def own_server() -> Iterator[services.Redis]:
    """A Redis of this test's own, whose memory it may limit."""
    server = services.Redis()
    yield server
    server.kill()


@pytest.mark.services
@pytest.mark.parametrize("broker_url", ["own_server"], indirect=True)
def test_a_worker_outlasts_a_redis_that_is_full(own_server: services.Redis, send, start: Start, tmp_path: Path) -> None:
    """It can't note there which tasks it has, and takes tasks again once there is room."""
    path, memory = tmp_path / "notes", services.RedisMemory(own_server)
    path.touch()
    worker = start("--concurrency", "1")
    send("note", str(path), "before")
    until(lambda: "before" in path.read_text(), worker)
    worker.send_signal(signal.SIGSTOP)
    send("note", str(path), "meanwhile")
    memory.limit(1)
    worker.send_signal(signal.SIGCONT)
    time.sleep(3)
    memory.limit(0)
    send("note", str(path), "after")
    until(lambda: "after" in path.read_text(), worker)


@pytest.mark.services
@pytest.mark.parametrize("broker_url", ["own_redis"], indirect=True)
def test_time_outs_wait_for_nothing_slow(broker_url: str, start: Start, tmp_path: Path) -> None:
    """With the workers of compose.yaml, while every other queue is full of tasks that take minutes."""
    path, app = tmp_path / "notes", sender(broker_url)
    path.touch()
    for options in WORKER.findall(COMPOSE.read_text()):
        worker = start(*options.replace('"', "").split(", ")[1:], "--pool", "processes")
    slow = set(settings.QUEUES) - {"sweep"}
    for queue in (*slow, *slow):
        app.send_task("tests.support.tasks.take_long", args=[str(path)], queue=queue)
    # Three in the worker, one each with the analyst and the bots of finished deals.
    until(lambda: path.read_text().count("begun") == 5, worker)
    for number in range(10):
        begun = time.monotonic()
        app.send_task("tests.support.tasks.note", args=[str(path), f"sweep {number}"], queue="sweep")
        until(lambda: path.read_text().count("sweep") > number, worker)  # noqa: B023
        assert time.monotonic() - begun < 5


def test_the_settings_alone_decide_what_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", logging.ERROR)
    app.log.setup("WARNING")
    assert root.level == logging.ERROR
    assert not any(isinstance(own, logging.StreamHandler) for own in logging.getLogger("celery.task").handlers)
