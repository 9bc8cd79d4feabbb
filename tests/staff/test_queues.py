"""Every task has its queue, and what waits there is counted, with its age."""

import time
from pathlib import Path

import pytest
from celery import Celery, current_app
from django.conf import settings

from staff import queues


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
