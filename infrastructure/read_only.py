"""Read-only mode: pages answer, nothing is changed and no clock runs (`manage.py read_only`, `READ_ONLY`)."""

import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from django.apps import apps
from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

SAFE: Final = ("GET", "HEAD", "OPTIONS")
WRITES_ON_GET: Final = "/accounts/oidc/"
RETRY_AFTER: Final = "300"
ASK_EVERY: Final = 2.0
"""In seconds: how long a process trusts its last look."""

_asked: dict[str, Any] = {"at": float("-inf"), "is_on": False}


def is_read_only() -> bool:
    return settings.READ_ONLY or (settings.ASKS_FOR_READ_ONLY and _is_switched_on())


def _is_switched_on() -> bool:
    """Whether the command has switched the mode on; every process asks the database every two seconds at most."""
    if time.monotonic() - _asked["at"] > ASK_EVERY:
        try:
            _asked["is_on"] = look()
        except Error as error:
            log.warning("Whether the site is read-only could not be read: %s", type(error).__name__)
        _asked["at"] = time.monotonic()
    return bool(_asked["is_on"])


def look() -> bool:
    """Ask the database now."""
    rows: Any = apps.get_model(settings.HEARTBEAT)._default_manager
    return bool(rows.filter(pk=1, read_only_since__isnull=False).exists())


def refuse_writes(get_response: Handler) -> Handler:
    """Answer 503 to whatever would change something; comes after the reader's language is known."""

    def middleware(request: HttpRequest) -> HttpResponse:
        writes = request.method not in SAFE or request.path.startswith(WRITES_ON_GET)
        if not (writes and is_read_only()):
            return get_response(request)
        page = render(request, "read_only.html", status=503)
        page.headers["Retry-After"] = RETRY_AFTER
        return page

    return middleware
