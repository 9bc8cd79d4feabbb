"""What the views of seasons answer with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.seasons.access import SeasonPlace
from leagues.services import ClubError
from leagues.views import answers

Place = SeasonPlace


def show(
    request: HttpRequest, template: str, place: Place, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of a season, with the ways to its others."""
    found = {
        "club": place.club,
        "me": place.me,
        "place": place,
        "season": place.season,
        **context,
    }
    return render(request, template, found, status=status)


def change(
    request: HttpRequest,
    place: Place,
    do: Callable[..., object],
    to: str,
    *also: object,
    **arguments: Any,
) -> HttpResponse:
    """Do it, and go on to that page of the season; say why not where it cannot be done."""
    path = reverse(f"leagues:{to}", args=[place.club.slug, place.season.slug, *also])
    try:
        do(
            club_id=place.club.pk,
            user=request.user,
            season_id=place.season.pk,
            **arguments,
        )
    except ClubError as error:
        return answers.refused(request, str(error), path)
    return redirect(path)


def unread(request: HttpRequest, place: Place) -> HttpResponse:
    text = _("This form could not be read. Please try again.")
    return answers.refused(request, text, place.season.get_absolute_url(), status=422)
