"""Headers for every response, and limits for every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

FORM: Final = "application/x-www-form-urlencoded"
# Browser features that the site does not use. Passkeys are not listed: they keep their default, this site only.
UNUSED: Final = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
PERMISSIONS: Final = ", ".join(f"{name}=()" for name in UNUSED)


def headers(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not response.has_header("Cache-Control"):
            # A page shows one person's cards, so no shared cache may store it.
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def refuse_huge_requests(get_response: Handler) -> Handler:
    """Answer 413 before reading any of the body, uploaded files included.

    A request without a length has no body: WSGI reads only as far as the length says.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _length(request) > settings.MAX_REQUEST_BYTES:
            return render(request, "413.html", status=413)
        return get_response(request)

    return middleware


def refuse_truncated_requests(get_response: Handler) -> Handler:
    """Answer 400 to a form that did not arrive whole: its rest could mean something else.

    Forms with files need no check, because each of their parts marks its own end.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.content_type == FORM and len(request.body) < _length(request):
            return render(request, "400.html", status=400)
        return get_response(request)

    return middleware


def _length(request: HttpRequest) -> int:
    """Return the length of the body in bytes, as the request declares it."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0
