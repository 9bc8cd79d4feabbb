"""The calendar feed of a player's deadlines."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page, require_safe

from games.access import get_feed_or_404
from games.turns.calendar import deadlines


@login_not_required
@require_safe
@conditional_page
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of the owner of this secret address; a calendar program cannot sign in."""
    response = deadlines(get_feed_or_404(token).user)
    response["Referrer-Policy"] = "no-referrer"
    return response
