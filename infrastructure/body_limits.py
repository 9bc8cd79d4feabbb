"""How long the body of a request may be: that of a form or, for views that take files, that of an upload by a member.

The limits hold behind any server. The site's own asks before it reads more than a form (`napoleon_site/bodies.py`).
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.db import connections
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from infrastructure import rate_limits
from infrastructure.requests import View, identify


def takes_files(view: View) -> View:
    """A view to which members may send more than a form; guests and visitors may not."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def is_for_files(request: HttpRequest) -> bool:
    try:
        return getattr(resolve(request.path_info).func, "takes_files", False)
    except Resolver404:
        return False


def body_limit(request: HttpRequest) -> int:
    """The most bytes that this reader may send to this address."""
    if is_for_files(request) and request.user.is_authenticated and not getattr(request.user, "is_guest", False):
        return settings.MAX_REQUEST_BYTES
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def limit_of(environ: dict[str, Any]) -> int:
    """As `body_limit`, before the request has come to Django."""
    request = WSGIRequest(environ)
    if not is_for_files(request):
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        identify(request)
        return body_limit(request)
    finally:
        connections.close_all()


def network_of(environ: dict[str, Any]) -> str:
    """The sender's network; all whose proxy names none share one."""
    try:
        return rate_limits.network_of(WSGIRequest(environ))
    except (PermissionDenied, ValueError):
        return ""
