"""What views share: numbers from addresses, the methods of forms, and the redirect after a form."""

from typing import Final

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

get_or_post: Final = require_http_methods(["GET", "HEAD", "POST"])


def parse_number(text: str | None, digits: int = 5) -> int | None:
    """Return the number in an address or a form; None if there is none, or one with too many digits."""
    return int(text) if text and len(text) <= digits and text.isdecimal() else None


def redirect_after_post(url: str) -> HttpResponse:
    """Redirect so that the browser fetches the page with GET, and can reload it safely (303)."""
    return HttpResponse(status=303, headers={"Location": url})
