"""Pages of the site as a whole: errors, probes and robots.txt."""

import sys
from asyncio import CancelledError
from collections.abc import Callable
from datetime import timedelta
from errno import EDQUOT, ENOSPC
from typing import Final

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerError

from infrastructure.requests import public_page

from .celery import app

SERVICE_ERRORS: Final = (OperationalError, InterfaceError, CancelledError, BrokerError)
"""The database is down, full or overloaded, the broker is down, or this process ends; a later request may succeed."""
DISK_FULL: Final = (ENOSPC, EDQUOT)
RETRY_AFTER: Final = "30"
HOUR: Final = timedelta(hours=1)
FOR_SEARCH_ENGINES: Final = ("/$", "/learn/", "/rules/", "/static/")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 if a service is unavailable, and 500 for any other error; Django calls this from its handler."""
    # Rendered without the request, whose session or user may be unavailable.
    error = sys.exc_info()[1]
    is_full = isinstance(error, OSError) and error.errno in DISK_FULL
    if not is_full and not isinstance(error, SERVICE_ERRORS) and not _is_of_redis(error):
        return HttpResponse(render_to_string("500.html"), status=500)
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER})


def _is_of_redis(error: BaseException | None) -> bool:
    # An embedded site never loads this package, which takes 20 MB.
    redis = sys.modules.get("redis.exceptions")
    return redis is not None and isinstance(error, redis.RedisError)


@public_page
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process runs, regardless of other services."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Allow search engines the pages written for visitors, but no pages of people, tables and clubs."""
    allowed = () if settings.DEMO else FOR_SEARCH_ENGINES
    lines = ["User-agent: *", *(f"Allow: {path}" for path in allowed), "Disallow: /"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@public_page
def readyz(request: HttpRequest) -> JsonResponse:
    """Report which of the services that pages need are reachable."""
    checks = {"database": _check_database, "cache": _check_cache, "broker": _check_broker}
    results = {name: _succeeds(check) for name, check in checks.items()}
    words = {name: "ok" if is_ok else "unreachable" for name, is_ok in results.items()}
    if settings.BACKUP_STORE and results["database"]:
        # This module is loaded before Django is set up, when models cannot be.
        from staff.backups import last_proof

        try:
            proof, now = last_proof.last_proven(), timezone.now()
        except DatabaseError:
            return JsonResponse(words | {"database": "not migrated"}, status=503)
        results["backup"] = not last_proof.is_too_old(proof, now)
        words["backup"] = f"proven, {(now - proof.made_at) // HOUR} h old" if proof else "none proven"
    return JsonResponse(words, status=200 if all(results.values()) else 503)


def _succeeds(check: Callable[[], object]) -> bool:
    # Each service raises its own errors, all of which mean "not ready"; their texts may name hosts.
    try:
        check()
    except Exception:
        return False
    return True


def _check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _check_cache() -> None:
    cache.get("readyz")


def _check_broker() -> None:
    with app.connection_for_write(connect_timeout=2) as broker:
        broker.connect()
