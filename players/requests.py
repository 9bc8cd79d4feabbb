from __future__ import annotations

from django.http import HttpRequest

from players.models import User


class PersonRequest(HttpRequest):
    """A request to a page that only signed-in people reach."""

    user: User
