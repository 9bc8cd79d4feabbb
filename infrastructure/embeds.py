"""Pages for the frames of other sites: small, the same for every reader, without cookies."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from infrastructure.rate_limits import limit

KEPT_FOR: Final = 30
"""Seconds for which anybody may keep the answer."""


def embed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page that any site may frame. Its reader is always a stranger, even if their browser sends a cookie."""

    @login_not_required
    @require_safe
    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"], "script-src": ["'none'"]})
    @wraps(view)
    def framed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user = AnonymousUser()
        limit(request, "embed", "240/m")
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = f"public, max-age={KEPT_FOR}"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return framed
