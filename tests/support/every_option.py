"""The site with every optional setting switched on: metrics, error reports, traces, and a replica of the database.

The packages for reports and traces are optional as well: without them these two stay off, and ``OPTIONS`` says so.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec

import pytest
from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from django.test import override_settings
from django.utils import timezone

from games.kernel import followers
from games.models import Heartbeat
from infrastructure import replica, telemetry

OPTIONS = ("metrics", "replica", *(name for name in ("sentry_sdk", "opentelemetry") if find_spec(name)))


class Collector(BaseHTTPRequestHandler):
    """Takes whatever is reported or traced."""

    received = Counter[str]()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.received[self.path] += 1
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_line: object) -> None:
        """Say nothing."""


@contextmanager
def collector() -> Iterator[str]:
    """The address of a server that takes reports and traces."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def copy_of_the_database() -> BaseDatabaseWrapper:
    """A second connection to the database of the tests, which stays open and has no pool of its own."""
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    own = {**connection.settings_dict, "OPTIONS": options, "CONN_MAX_AGE": None}
    wrapper: BaseDatabaseWrapper = load_backend(own["ENGINE"]).DatabaseWrapper(own, replica.ALIAS)
    # Before it has its name: tests may not open databases that they do not declare.
    wrapper.ensure_connection()
    return wrapper


@pytest.fixture
def every_option(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path_factory.mktemp("metrics")))
    monkeypatch.setattr(followers, "_followers", [*followers._followers])
    copy = copy_of_the_database()
    monkeypatch.setitem(connections.databases, replica.ALIAS, copy.settings_dict)
    connections[replica.ALIAS] = copy
    monkeypatch.setattr(replica, "_asked", {"at": float("-inf"), "is_usable": False})
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    from staff.metrics import instruments

    instruments.install()
    with (
        collector() as address,
        override_settings(
            DATABASE_ROUTERS=["infrastructure.replica.Router"],
            METRICS_TOKEN="0123456789abcdefghij",
            MIDDLEWARE=["staff.metrics.instruments.measure", *settings.MIDDLEWARE],
            SENTRY_DSN=f"http://key@{address}/1" if "sentry_sdk" in OPTIONS else "",
        ),
    ):
        if "opentelemetry" in OPTIONS:
            monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://{address}")
        telemetry.install()
        yield
    task_prerun.disconnect(instruments._note_start)
    task_postrun.disconnect(instruments._note_end)
    copy.close()
    del connections[replica.ALIAS]
