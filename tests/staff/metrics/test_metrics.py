"""What Prometheus reads, who may read it, and that a site without metrics does nothing for them."""

import asyncio
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Heartbeat, Outage
from leagues.webhooks.models import Post
from players.models import Delivery, Notification, User
from staff.metrics import endpoint
from staff.processes.beats import Beats
from tests.staff.metrics.conftest import TOKEN
from tests.support.play import move, running

pytestmark = pytest.mark.django_db
BASE = Path(settings.BASE_DIR)


def ask(path: str = "/metrics", token: str = TOKEN, method: str = "GET") -> list[Any]:
    """The messages of an answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"authorization", f"Bearer {token}".encode())]
    scope = {"type": "http", "path": path, "method": method, "headers": headers}
    asyncio.run(endpoint.metrics(scope, None, send))
    return sent


def values() -> dict[str, float]:
    text, _kind = endpoint.read()
    lines = (line for line in text.decode().splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


@pytest.mark.parametrize(
    ("token", "path", "method", "status"),
    [
        ("wrong", "/metrics", "GET", 401),
        ("", "/metrics", "GET", 401),
        (TOKEN, "/metrics", "POST", 405),
        (TOKEN, "/metrics/", "GET", 404),
    ],
)
def test_nobody_else_reads_them(
    monkeypatch: pytest.MonkeyPatch, token: str, path: str, method: str, status: int
) -> None:
    monkeypatch.setattr(settings, "METRICS_TOKEN", TOKEN)
    start, body = ask(path, token, method)
    assert (start["status"], body["body"]) == (status, b"")


def test_a_site_without_a_token_has_none() -> None:
    assert ask(token="")[0]["status"] == 404


@pytest.mark.slow
def test_a_site_without_a_token_does_not_even_load_the_library() -> None:
    script = (
        "import django, sys; django.setup(); import napoleon_site.asgi; "
        "print([name for name in ('prometheus_client', 'sentry_sdk', 'opentelemetry.exporter') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=BASE,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.strip() == "[]"


def test_requests_are_counted_by_view_and_not_by_address(instruments: Any) -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        User.objects.count()
        return HttpResponse(status=418)

    request = HttpRequest()
    request.method, request.path = "BREW", "/join/Zk3f9Qx81mB7aLw2/"
    # Counts last as long as the process, and other tests may have asked for unknown addresses.
    before = values()
    for _ in range(2):
        instruments.measure(answer)(request)
    found = values()
    for name in (
        'napoleon_requests_total{method="other",status="418",view="unknown"}',
        'napoleon_statements_total{view="unknown"}',
        'napoleon_request_seconds_count{view="unknown"}',
    ):
        assert found[name] - before.get(name, 0) == 2
    assert not [name for name in found if "Zk3f9Qx81mB7aLw2" in name]


def test_moves_are_counted_by_the_hand_that_made_them(
    instruments: Any, ai: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = running(ai)
    before = values().get('napoleon_moves_total{by="player"}', 0)
    with django_capture_on_commit_callbacks(execute=True):
        assert move(game, ai)
    assert values()['napoleon_moves_total{by="player"}'] == before + 1


def test_what_the_database_tells(instruments: Any, ai: User) -> None:
    now = timezone.now()
    running(ai)
    Beats("worker").beat(now)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now - timedelta(seconds=90)})
    Outage.objects.create(start=now - timedelta(minutes=10), end=now)
    told = Notification.objects.create(user=ai, kind="turn", key="1", at=now)
    Delivery.objects.create(notification=told, user=ai, channel="mail", not_before=now - timedelta(minutes=5))
    found = values()
    assert found['napoleon_matches{status="running"}'] == 1
    assert found['napoleon_queue_length{queue="sweep"}'] == 0
    assert found["napoleon_sweep_lag_seconds"] == pytest.approx(90, abs=60)
    assert found["napoleon_outage_seconds_total"] == 600
    assert found['napoleon_deliveries{channel="mail",state="waiting"}'] == 1
    assert found['napoleon_delivery_delay_seconds{channel="mail"}'] == pytest.approx(300, abs=60)
    assert [name for name in found if name.startswith("napoleon_streams{")]
    assert found["napoleon_unreadable"] == 0


def test_a_broker_that_is_away_takes_nothing_else_along(instruments: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ConnectionError

    monkeypatch.setattr("staff.metrics.site_collector.queues", fail)
    found = values()
    assert found["napoleon_unreadable"] == 1
    assert "napoleon_sweep_lag_seconds" in found


def test_nothing_fails_because_it_cannot_be_counted(instruments: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_labels: object) -> None:
        raise OSError(28, "No space left on device")

    for metric in (instruments.REQUESTS, instruments.MOVES, instruments.TASKS):
        monkeypatch.setattr(metric, "labels", fail)
    assert instruments.measure(lambda request: HttpResponse())(HttpRequest()).status_code == 200
    instruments._count({"player": 1})
    instruments._note_end(SimpleNamespace(name="games.tasks.sweep"))


def test_a_start_forgets_the_numbers_of_processes_that_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from napoleon_site.management.commands.serve import forget_metrics

    monkeypatch.setattr(settings, "METRICS_DIR", str(tmp_path))
    (tmp_path / "counter_vm-1.db").write_bytes(b"")
    (tmp_path / "other").write_bytes(b"")
    forget_metrics()
    assert [file.name for file in tmp_path.iterdir()] == ["other"]


@pytest.mark.parametrize("model", [Delivery, Post])
def test_what_was_settled_within_a_day_is_found_by_an_index(model: type[Model]) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # A small table is read whole otherwise.
            cursor.execute("SET LOCAL enable_seqscan = off")
    day = timezone.now() - timedelta(days=1)
    plan = model._default_manager.filter(settled_at__gt=day).values_list("state").explain()
    assert f"{model._meta.db_table}_settled" in plan
