"""Every task has its queue, and what waits there is counted, with its age."""

import os
import re
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from celery import Celery, current_app
from django.conf import settings

from napoleon_site import celery_processes
from napoleon_site.management.commands import serve
from staff import queues

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_every_task_goes_to_a_queue_that_workers_read() -> None:
    current_app.loader.import_default_modules()
    own = [name for name in current_app.tasks if not name.startswith("celery.")]
    routed = {name: current_app.amqp.router.route({}, name)["queue"].name for name in own}
    assert set(routed.values()) == set(settings.QUEUES)
    assert routed["games.tasks.sweep"] == "sweep"
    assert routed["players.tasks.deliver"] == "notifications"
    assert routed["leagues.tasks.update_standings"] == "statistics"
    assert routed["games.tasks.read_upload"] == "analysis"


def test_every_route_is_of_a_task_that_exists() -> None:
    current_app.loader.import_default_modules()
    for pattern in settings.CELERY_TASK_ROUTES:
        start = pattern.split("*")[0]
        assert [name for name in current_app.tasks if name.startswith(start)], pattern


COMMAND = re.compile(r"celery -A napoleon_site worker(.*)")


def queues_of(options: str) -> set[str]:
    """The queues that a worker with these options reads."""
    found = re.search(r"--(exclude-)?queues (\S+)", options)
    if not found:
        return set(settings.QUEUES)
    named = set(found[2].split(","))
    return set(settings.QUEUES) - named if found[1] else named


def workers_of_serve(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    started: list[set[str]] = []

    class Worker:
        exitcode = 0

        def __init__(self, queues: Sequence[str] = (), exclude_queues: Sequence[str] = (), **_: Any) -> None:
            started.append(set(queues or settings.QUEUES) - set(exclude_queues))

        def start(self) -> None: ...

    monkeypatch.setattr(settings, "EMBEDDED", False)
    monkeypatch.setattr(celery_processes.app, "Worker", Worker)
    monkeypatch.setattr(os, "nice", lambda _: None)
    with socket.socket() as listener:
        commands = [list(child.argv) for child in serve.site_processes([listener])]
    for command in commands:
        if "napoleon_site.celery_processes" in command and "scheduler" not in command:
            with pytest.raises(SystemExit):
                celery_processes.main(*command[command.index("napoleon_site.celery_processes") + 1 :])
    return started


@pytest.mark.parametrize("deployment", ["serve", "compose", "units"])
def test_moves_and_time_outs_wait_for_nothing_slow(deployment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if deployment == "serve":
        workers = workers_of_serve(monkeypatch)
    else:
        files = [DEPLOY / "compose.yaml"] if deployment == "compose" else DEPLOY.glob("systemd/*.service")
        texts = [re.sub(r"[\[\]\"]", "", file.read_text().replace(", ", " ")) for file in files]
        workers = [queues_of(options) for text in texts for options in COMMAND.findall(text)]
    assert set().union(*workers) == set(settings.QUEUES)
    for alone in ("sweep", "attempts", "analysis"):
        assert [queues for queues in workers if alone in queues] == [{alone}]


@pytest.mark.parametrize(
    ("parts", "niceness"),
    [("worker", 10), ("worker scheduler", 10), ("timekeeper", 10), ("analyst", 19), ("attempts", 19)],
)
def test_workers_yield_to_whoever_moves(parts: str, niceness: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append)
    monkeypatch.setattr(celery_processes, "Thread", Mock())
    monkeypatch.setattr(celery_processes.app, "Worker", Mock(return_value=Mock(exitcode=0)))
    with pytest.raises(SystemExit):
        celery_processes.main(*parts.split())
    assert asked == [niceness]


def test_workers_of_other_deployments_yield_as_much() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    manifest = (DEPLOY / "kubernetes" / "napoleon.yaml").read_text()
    for text in (compose, manifest):
        found = re.findall(r"\[(nice[^\]]*?celery)", text)
        assert found == ["nice, celery"] * 2 + ['nice, -n, "19", celery'] * 2
    assert compose.count("    cpu_shares: ") == manifest.count("requests: { cpu: 10m") == 3
    values = re.compile(r"^(?:Nice|CPUWeight)=(\d+)", re.M)
    units = {file.name: values.findall(file.read_text()) for file in DEPLOY.glob("systemd/*.service")}
    assert {name: found for name, found in units.items() if found} == {
        "napoleon-timekeeper.service": ["10"],
        "napoleon-worker@.service": ["10", "10"],
        "napoleon-analyst.service": ["19", "10"],
        "napoleon-attempts.service": ["19", "10"],
    }


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Celery:
    app = Celery(broker=f"sqlite://localhost/{tmp_path / 'broker'}", set_as_current=False)
    app.conf.task_queues = settings.CELERY_TASK_QUEUES
    app.conf.task_default_queue = "celery"
    monkeypatch.setattr(queues, "current_app", app)
    return app


def test_the_first_task_says_how_long_it_has_waited(app: Celery, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        app.send_task("anything", queue="sweep")
    later = time.time() + 90
    monkeypatch.setattr("staff.queues.time.time", lambda: later)
    found = {one.name: one for one in queues.queues()}
    assert found["sweep"].length == 2
    assert found["sweep"].age == pytest.approx(90, abs=10)
    assert (found["statistics"].length, found["statistics"].age) == (0, None)
