"""What the views of this app share: typed requests, numbers from addresses, and the redirect after a form."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from players.requests import PersonRequest


class VisitorRequest(HttpRequest):
    """A request by anyone."""

    htmx: HtmxDetails


class PlayerRequest(PersonRequest):
    """A request by a signed-in person."""

    htmx: HtmxDetails


AnyRequest = VisitorRequest | PlayerRequest


def parse_number(text: str | None, digits: int = 5) -> int | None:
    """Return the number in an address or a form; None if there is none, or one with too many digits."""
    return int(text) if text and len(text) <= digits and text.isdecimal() else None


def redirect_after_post(url: str) -> HttpResponse:
    """Redirect so that the browser fetches the page with GET, and can reload it safely (303)."""
    return HttpResponse(status=303, headers={"Location": url})
