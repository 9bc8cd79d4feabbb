"""What the views of all rooms share: the request of a signed-in person, and the page that refuses one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from players.models import User


class PersonRequest(HttpRequest):
    """A request to a page that only signed-in people reach."""

    user: User


def refused(request: HttpRequest, error: str, back: str, status: int = 409) -> HttpResponse:
    """Say why nothing was done, and lead back."""
    return render(request, "refused.html", {"error": error, "back": back}, status=status)
