"""Headers for every response, limits for every request, and the spacing of Japanese pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.cache import patch_cache_control
from django.utils.http import MAX_URL_LENGTH
from django.utils.translation import get_language
from django.utils.translation import gettext as _

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

FORM: Final = "application/x-www-form-urlencoded"
FORMS: Final = (FORM, "multipart/form-data")
ADDRESS_HEADERS: Final = ("HX-Current-URL", "Referer")
SPACE_AFTER_WIDE_MARK: Final = re.compile(
    # What people have written into forms comes back as it was.
    r'(?P<written><textarea\b.*?</textarea>|\bvalue="[^"]*")|(?P<mark>。|：)(?P<rest>(?:\s|</\w+>)+)'.encode(),
    re.DOTALL,
)
FOREIGN_KEY_VIOLATION: Final = "23503"
PAGES_OF_PACKAGES: Final = ("/accounts/", "/admin/")
# What programs ask, by which the site is watched.
PROBES: Final = ("/healthz", "/readyz")
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


def headers_without_page() -> dict[str, str]:
    """The headers of an answer that is no page and does not pass Django's middleware."""
    found = {
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": PERMISSIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }
    if settings.SECURE_HSTS_SECONDS:
        found["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return found


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


def close_up_japanese(get_response: Handler) -> Handler:
    """Take away the white space after a Japanese full stop or colon, which brings its own.

    Templates put white space between two sentences and after a colon, as English needs it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and not response.streaming and get_language() == "ja":
            response.content = SPACE_AFTER_WIDE_MARK.sub(_closed_up, response.content)
        return response

    return middleware


def _closed_up(found: re.Match[bytes]) -> bytes:
    return found["written"] or found["mark"] + b"".join(found["rest"].split())


def explain_addresses_of_buttons(get_response: Handler) -> Handler:
    """Show a page where somebody opens an address to which only forms are sent."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and request.method == "GET" and not response.content:
            page = render(request, "405.html", {"back": _page_above(request.path)}, status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    return middleware


def _page_above(path: str) -> str:
    """The nearest page above an address: of what is done at a table, the table."""
    above, _last, _end = path.rstrip("/").rpartition("/")
    return f"{above}/" if is_valid_path(f"{above}/") else _page_above(above)


def probe_without_session(get_response: Handler) -> Handler:
    """Look for nobody's session where only the state of the site is asked for; comes before the session middleware.

    A browser's cookie would have the database asked, whose absence the answer is to tell.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path in PROBES:
            request.COOKIES = {}
        return get_response(request)

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


def refuse_unreadable_requests(get_response: Handler) -> Handler:
    """Answer 400 to a request that cannot be read, or whose form did not arrive whole.

    The rest of a form could give another meaning to what has arrived.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _has_readable_form(request) and _has_readable_addresses(request):
            return get_response(request)
        # What shows the page may ask for the form again.
        request.POST = QueryDict()
        return render(request, "400.html", status=400)

    return middleware


def _has_readable_addresses(request: HttpRequest) -> bool:
    """Whether headers and fields that name a page hold addresses; pages take these apart to send the reader back.

    A field that is longer than any address is not even looked at: that takes a time that grows with its square.
    """
    named = [request.headers.get(header, "") for header in ADDRESS_HEADERS]
    try:
        fields = [sent.get("next", "") for sent in (request.GET, request.POST)]
        if any(len(address) > MAX_URL_LENGTH for address in fields):
            return False
        for address in (*named, *fields):
            urlsplit(address)
    except (ValueError, SuspiciousOperation):
        return False
    return True


class RefuseWhatPackagesCannotRead:
    """Answer 400 where a package's own page fails on a number or a nesting that is too large for it.

    The site's own pages check what they are given.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        is_theirs = request.path.startswith(PAGES_OF_PACKAGES)
        # Python reads no number of more than 4,300 digits.
        is_number = isinstance(error, ValueError) and str(error).startswith("Exceeds the limit")
        if is_theirs and (is_number or isinstance(error, OverflowError | RecursionError)):
            return render(request, "400.html", status=400)
        return None


class RefuseWhatIsGone:
    """Answer 409 where what a request is about was deleted while it was carried out.

    An account is deleted or merged without a lock on it: that would hold up every move of its games.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not (isinstance(error, IntegrityError) and _names_a_missing_row(error)):
            return None
        # A fault of the site's own looks the same.
        log.warning("refused: a row to be written names one that is missing", exc_info=error)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=409, headers={"HX-Refresh": "true"})
        text = _("Somebody who is part of this has just left the site. Nothing was done.")
        return render(request, "refused.html", {"error": text, "back": "/"}, status=409)


def _names_a_missing_row(error: IntegrityError) -> bool:
    by_postgresql = getattr(error.__cause__, "sqlstate", "") == FOREIGN_KEY_VIOLATION
    return by_postgresql or str(error) == "FOREIGN KEY constraint failed"


def _has_readable_form(request: HttpRequest) -> bool:
    """Whether the form, if there is one, is whole and in UTF-8.

    A form with files marks the end of each of its parts, so that its length needs no check.
    """
    if request.content_type not in FORMS:
        return True
    if (request.content_params or {}).get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        return False
    try:
        if request.content_type == FORM and len(request.body) < _length(request):
            return False
        request.POST  # noqa: B018  # reads the form
    except (MultiPartParserError, SuspiciousOperation, BadRequest, UnicodeError):
        return False
    return True


def _length(request: HttpRequest) -> int:
    """Return the length of the body in bytes, as the request declares it."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0
