"""What the views of clubs answer with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from leagues.access import Place
from leagues.lists import open_requests
from leagues.models import Club
from leagues.services import ClubError

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def show(
    request: HttpRequest, template: str, place: Place, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of a club, with the ways to its others."""
    waiting = open_requests(place.club).count() if place.organises else 0
    found = {"club": place.club, "me": place.me, "place": place, "waiting": waiting, **context}
    return render(request, template, found, status=status)


def change(
    request: HttpRequest, club: Club, do: Callable[..., object], to: str, **arguments: Any
) -> HttpResponse:
    """Do it, and go on to that page of the club; say why not where it cannot be done."""
    try:
        do(club_id=club.pk, user=request.user, **arguments)
    except ClubError as error:
        return refused(request, str(error), club.get_absolute_url())
    return redirect(f"leagues:{to}", club.slug)


def refused(request: HttpRequest, error: str, back: str, status: int = 409) -> HttpResponse:
    """Why it was not done, and the way back to where it was asked."""
    return render(request, "leagues/refused.html", {"error": error, "back": back}, status=status)
