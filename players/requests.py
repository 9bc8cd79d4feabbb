"""What the views of all rooms share: the methods of forms, the request of a signed-in person, and its refusal."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from players.models import User

get_or_post: Final = require_http_methods(["GET", "HEAD", "POST"])


class PersonRequest(HttpRequest):
    """A request to a page that only signed-in people reach."""

    user: User


def refused(request: HttpRequest, error: str, back: str, status: int = 409) -> HttpResponse:
    """Say why nothing was done, and lead back."""
    return render(request, "refused.html", {"error": error, "back": back}, status=status)
