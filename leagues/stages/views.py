"""The page that prepares a later stage of a competition, and the places of all stages."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from infrastructure.rate_limits import limit
from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.locks import ClubError
from leagues.models import Season
from leagues.responses import form_of, page_of, refuse_in_form, show
from leagues.stages import services
from leagues.stages.context import new_stage_page, stage_places_page
from leagues.stages.forms import MOST_OF_EACH, USUAL, StageForm
from players.requests import PersonRequest


@form_of(get_organised_season)
def new_stage(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Show who would play in the next stage, and prepare it."""
    season = access.season
    if season.state not in (Season.State.RUNNING, Season.State.FINISHED):
        raise Http404
    form = StageForm(request.POST or None, season=season, initial=_asked(request))
    if form.is_valid():
        limit(request, "new_season", "20/d")
        try:
            made = services.make_stage(**access.keys, user=request.user, **form.cleaned_data)
            return redirect("leagues:entries", access.club.slug, made.slug)
        except ClubError as error:
            refuse_in_form(form, access, error)
    return show(request, "leagues/stages/new_stage.html", new_stage_page(access, form, _each(request)))


def _asked(request: HttpRequest) -> dict[str, Any]:
    """What the reader had filled in when they asked to see who is in."""
    if "each" not in request.GET:
        return {}
    asked: dict[str, Any] = {name: request.GET[name] for name in StageForm.base_fields if name in request.GET}
    return asked | {"each": _each(request), "places_first": "places_first" in request.GET}


def _each(request: HttpRequest) -> int:
    """How many of each division are to be shown."""
    given = (request.POST or request.GET).get("each", "")
    number = int(given) if given.isascii() and given.isdigit() and len(given) <= 2 else USUAL
    return min(max(1, number), MOST_OF_EACH)


@page_of(get_season_or_404, is_public=True)
def stage_places(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    """The places of everybody over all stages."""
    page = stage_places_page(access)
    if len(page.stages) < 2:
        raise Http404
    return show(request, "leagues/stages/places.html", page)
