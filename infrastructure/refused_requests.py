"""Middleware that refuses requests no page can handle: too large, unreadable, or about deleted rows."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.http import MAX_URL_LENGTH
from django.utils.translation import gettext as _

from infrastructure import body_room
from infrastructure.body_limits import body_limit
from infrastructure.pages import RefusalPage, render_page
from infrastructure.rate_limits import too_many

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

FORM: Final = "application/x-www-form-urlencoded"
FORMS: Final = (FORM, "multipart/form-data")
ADDRESS_HEADERS: Final = ("HX-Current-URL", "Referer")
# In seconds: bodies that are on their way will have arrived, or have been given up.
ROOM_IN: Final = 30
LONGEST_NUMBER: Final = 20
FOREIGN_KEY_VIOLATION: Final = "23503"


@dataclass(frozen=True, slots=True)
class FormAddressPage:
    """The address to go back to."""

    back: str


def explain_form_addresses(get_response: Handler) -> Handler:
    """Show a page to visitors who open an address that only accepts forms."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and request.method == "GET" and not response.content:
            context = FormAddressPage(_page_above(request.path))
            page = render_page(request, "405.html", context, status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    return middleware


def _page_above(path: str) -> str:
    """The nearest page above an address, such as the table for one of its buttons."""
    above, _last, _end = path.rstrip("/").rpartition("/")
    return f"{above}/" if is_valid_path(f"{above}/") else _page_above(above)


def refuse_huge_requests(get_response: Handler) -> Handler:
    """Answer 413 before reading any of the body, uploaded files included; comes after authentication.

    A request without a length has no body: WSGI reads only as far as the length says.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if status := request.META.get(body_room.REFUSAL):
            return _without_room(request, status)
        length = _length(request)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE and length > body_limit(request):
            return render(request, "413.html", status=413)
        return get_response(request)

    return middleware


def _without_room(request: HttpRequest, status: int) -> HttpResponse:
    if status == 429:
        return too_many(request, ROOM_IN)
    page = render(request, "503.html", status=status)
    page.headers["Retry-After"] = str(ROOM_IN)
    return page


def refuse_unreadable_requests(get_response: Handler) -> Handler:
    """Answer 400 to unreadable requests and truncated forms.

    Without its missing fields, a truncated form could mean something else.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _has_readable_query(request) and _has_readable_form(request) and _has_readable_addresses(request):
            return get_response(request)
        # Rendering the page may read the form again.
        request.POST = QueryDict()
        return render(request, "400.html", status=400)

    return middleware


def _has_readable_query(request: HttpRequest) -> bool:
    """PostgreSQL takes no NUL, and no page looks for one."""
    return "%00" not in request.META.get("QUERY_STRING", "")


def _has_readable_form(request: HttpRequest) -> bool:
    """Whether the form, if any, is complete and in UTF-8.

    Multipart forms mark the end of each part, so their length needs no check.
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


def _has_readable_addresses(request: HttpRequest) -> bool:
    """Whether headers and fields that name a page hold valid addresses; pages parse them to send the reader back.

    Fields longer than any address are refused unparsed: parsing takes quadratic time.
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


def _length(request: HttpRequest) -> int:
    """The declared length of the body in bytes."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    # Python refuses to read numbers of more than 4,300 digits.
    return int(length[:LONGEST_NUMBER]) if length.isdecimal() else 0


class RefuseDeletedRows:
    """Answer 409 if a row that a request refers to was deleted in the meantime.

    Accounts are deleted and merged without locking them: a lock would delay every move of their games.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not (isinstance(error, IntegrityError) and _names_a_missing_row(error)):
            return None
        # A bug of the site looks the same.
        log.warning("refused: a row to be written names one that is missing", exc_info=error)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=409, headers={"HX-Refresh": "true"})
        text = _("Someone involved just deleted their account. Nothing was changed.")
        return render_page(request, "refused.html", RefusalPage(text, "/"), status=409)


def _names_a_missing_row(error: IntegrityError) -> bool:
    by_postgresql = getattr(error.__cause__, "sqlstate", "") == FOREIGN_KEY_VIOLATION
    return by_postgresql or str(error) == "FOREIGN KEY constraint failed"
