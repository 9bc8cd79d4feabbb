"""Small things that views of tables share."""

from __future__ import annotations

from django.http import HttpResponse


def see_other(url: str) -> HttpResponse:
    """After a form: the browser gets the page by itself, and may load it again."""
    return HttpResponse(status=303, headers={"Location": url})


def whole(text: str | None, digits: int = 5) -> int | None:
    """A number of at most so many digits as an address or a form has it; None if it has none."""
    return int(text) if text and len(text) <= digits and text.isdecimal() else None
