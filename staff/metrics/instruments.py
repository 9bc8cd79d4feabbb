"""Metrics of each process: requests, statements, moves and tasks.

The library keeps the numbers in files of a folder that all processes of a machine share
(`PROMETHEUS_MULTIPROC_DIR`), so that any process can answer for all.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse

from games.kernel import followers
from games.kernel.events import TableEvent
from games.kernel.followers import Change
from games.models import Event

if TYPE_CHECKING:
    from celery import Task


log = logging.getLogger(__name__)


def folder() -> Path:
    """The folder of the numbers, which is created if needed."""
    path = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", settings.METRICS_DIR))
    path.mkdir(parents=True, exist_ok=True)
    return path


# The library decides on import whether processes share their numbers.
folder()
from prometheus_client import Counter, Histogram, values  # noqa: E402  # see above

HOST: Final = socket.gethostname().replace("_", "-")
# Processes of several containers may have the same number and share the folder.
values.ValueClass = values.MultiProcessValue(lambda: f"{HOST}-{os.getpid()}")

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
TASK_SECONDS: Final = (0.01, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0)

REQUESTS: Final = Counter("napoleon_requests", "Requests that were answered.", ["view", "method", "status"])
REQUEST_SECONDS: Final = Histogram("napoleon_request_seconds", "How long answers took.", ["view"], buckets=SECONDS)
STATEMENTS: Final = Counter("napoleon_statements", "Statements to the database.", ["view"])
STATEMENT_SECONDS: Final = Counter("napoleon_statement_seconds", "How long statements took together.", ["view"])
MOVES: Final = Counter("napoleon_moves", "Moves that were added to logs.", ["by"])
TASKS: Final = Histogram("napoleon_task_seconds", "How long tasks took.", ["task", "outcome"], buckets=TASK_SECONDS)
UNKNOWN: Final = "unknown"
METHODS: Final = {"GET", "HEAD", "POST"}


def install() -> None:
    """Count moves and tasks from now on; the settings add the middleware."""
    followers.register(count_moves)
    task_prerun.connect(_note_start, weak=False)
    task_postrun.connect(_note_end, weak=False)


@contextmanager
def no_failure() -> Iterator[None]:
    """A page, move or task must not fail because the folder has become unwritable or the disk is full."""
    try:
        yield
    except OSError as error:
        log.warning("Metrics can't be written: %s", error.strerror)


class Statements:
    """Counts the statements of one request, and their time."""

    def __init__(self) -> None:
        self.number, self.seconds = 0, 0.0

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(*args)
        finally:
            self.number += 1
            self.seconds += time.perf_counter() - start


def measure(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """The outermost middleware."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start, statements = time.perf_counter(), Statements()
        with connection.execute_wrapper(statements):
            response = get_response(request)
        view = _view_of(request)
        method = request.method if request.method in METHODS else "other"
        with no_failure():
            REQUESTS.labels(view, method, response.status_code).inc()
            REQUEST_SECONDS.labels(view).observe(time.perf_counter() - start)
            STATEMENTS.labels(view).inc(statements.number)
            STATEMENT_SECONDS.labels(view).inc(statements.seconds)
        return response

    return middleware


def _view_of(request: HttpRequest) -> str:
    """The view's name, never the address, which may hold tokens and has unlimited values."""
    match = request.resolver_match
    return (match.view_name or UNKNOWN) if match else UNKNOWN


def count_moves(change: Change) -> None:
    """Count the moves of a change; planned moves count as the player's own, since plans are private."""
    own = (recorded for recorded in change.events if not isinstance(recorded.event, TableEvent))
    moves = [recorded for recorded in own if recorded.by != Event.By.SITE]
    by = Tally(Event.By.PLAYER if recorded.by == Event.By.PLAN else recorded.by for recorded in moves)
    if by:
        transaction.on_commit(partial(_count, by))


def _count(by: Tally[str]) -> None:
    with no_failure():
        for hand, number in by.items():
            MOVES.labels(str(hand)).inc(number)


_started: ContextVar[float] = ContextVar("task_started")


def _note_start(**_kwargs: object) -> None:
    _started.set(time.perf_counter())


def _note_end(task: Task, state: str | None = None, **_kwargs: object) -> None:
    lasted = time.perf_counter() - _started.get(time.perf_counter())
    with no_failure():
        TASKS.labels(task.name, (state or UNKNOWN).lower()).observe(lasted)
