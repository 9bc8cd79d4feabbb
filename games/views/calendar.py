"""The feed of a person's deadlines, for the programs that remember them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.access import get_feed_or_404
from games.timing.calendar import deadlines


@login_not_required
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of the person to whom the secret address belongs; a calendar has no cookie to sign in by."""
    response = HttpResponse(deadlines(get_feed_or_404(token).user))
    response["Content-Type"] = "text/calendar; charset=utf-8"
    response["Referrer-Policy"] = "no-referrer"
    return response
