from __future__ import annotations

import sys
from collections.abc import Callable
from errno import EDQUOT, ENOSPC
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from .celery import app

AWAY: Final = (OperationalError, InterfaceError, RedisError)
"""Errors of a service that is down, full or overloaded: a later try may help."""
FULL: Final = (ENOSPC, EDQUOT)
TRY_AGAIN: Final = "30"


def server_error(request: HttpRequest) -> HttpResponse:
    """Tell a service that is away from a mistake of ours; Django calls this while it handles the error."""
    # Rendered without the request: its session and its user may be what cannot be had.
    error = sys.exc_info()[1]
    is_full = isinstance(error, OSError) and error.errno in FULL
    if not is_full and not isinstance(error, AWAY):
        return HttpResponse(render_to_string("500.html"), status=500)
    return HttpResponse(
        render_to_string("503.html"), status=503, headers={"Retry-After": TRY_AGAIN}
    )


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process answers, whatever the services around it do."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Say which of the services that pages need can be reached."""
    checks = {"database": _ask_database, "cache": _ask_cache, "broker": _ask_broker}
    found = {name: _answers(ask) for name, ask in checks.items()}
    words = {name: "ok" if answers else "unreachable" for name, answers in found.items()}
    return JsonResponse(words, status=200 if all(found.values()) else 503)


def _answers(ask: Callable[[], object]) -> bool:
    # Each service has errors of its own, and any of them means "not ready"; their text may name hosts.
    try:
        ask()
    except Exception:
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_cache() -> None:
    cache.get("readyz")


def _ask_broker() -> None:
    with app.connection_for_write(connect_timeout=2) as broker:
        broker.connect()
