"""The request, table and task that a log line belongs to, and log lines as JSON."""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from infrastructure.log_filters import without_tokens

if TYPE_CHECKING:
    from celery import Task

HEADER: Final = "X-Request-ID"
GIVEN: Final = re.compile(r"[A-Za-z0-9-]{8,64}")

request_id: ContextVar[str] = ContextVar("request_id", default="")
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)
_task: ContextVar[Mapping[str, object] | None] = ContextVar("task", default=None)


def name_requests(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give each request an id (the proxy's, if there is one) for the response and the log lines."""

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
        name = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        # Kept until `request_finished`: refusals and failures are logged after the last middleware.
        request_id.set(name)
        _request.set(request)
        response = get_response(request)
        response[HEADER] = name
        return response

    return middleware


@receiver(request_finished)
def _request_ends(**_kwargs: object) -> None:
    request_id.set("")
    _request.set(None)


def _task_starts(task_id: str, task: Task, args: Sequence[object] = (), **_kwargs: object) -> None:
    names = task.run.__code__.co_varnames[: task.run.__code__.co_argcount]
    named = dict(zip(names, args, strict=False))
    _task.set({"task": task.name, "task_id": task_id, "game_id": named.get("game_id")})


def _task_ends(**_kwargs: object) -> None:
    _task.set(None)


task_prerun.connect(_task_starts, weak=False)
task_postrun.connect(_task_ends, weak=False)


def context() -> dict[str, object]:
    """The context of the current log line: ids, and the view's name instead of the address."""
    request = _request.get()
    match = request.resolver_match if request else None
    values = {
        "request_id": request_id.get(),
        "view": match.view_name if match else None,
        "game": match.kwargs.get("slug") if match and match.app_name == "games" else None,
        **(_task.get() or {}),
    }
    return {name: value for name, value in values.items() if value}


class AsJson(logging.Formatter):
    """A JSON line for each record, with these fields only: others may be secret."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_tokens(record.getMessage()),
            **context(),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["traceback"] = without_tokens(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
