"""A club's seasons: the list, a season's own page, preparing one, and its course as a whole."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine.rules import PRESETS
from games.lobby.forms import presets_to_choose
from leagues.access import Place, get_club_or_404, get_organised_club
from leagues.models import Season
from leagues.paging import page
from leagues.seasons import rounds, services
from leagues.seasons.access import get_organised_season, get_season_or_404
from leagues.seasons.forms.season import (
    CancelForm,
    CopyForm,
    NewSeasonForm,
    RunningSeasonForm,
    SeasonForm,
    initial_of,
)
from leagues.seasons.lists import seasons_of
from leagues.seasons.page import facts, season_context
from leagues.seasons.views.answers import change, show
from leagues.services import ClubError
from leagues.views import answers
from leagues.views.answers import get_or_post, refused
from players.limits import limit
from players.requests import PersonRequest

SEASONS_SHOWN = 50


@login_not_required
@require_safe
@never_cache
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, the newest first."""
    place = get_club_or_404(request.user, slug)
    rows = page(seasons_of(place), request.GET.get("after"), SEASONS_SHOWN, newest=True)
    for row in rows.rows:
        row.club = place.club
    return answers.show(request, "leagues/seasons/seasons.html", place, page=rows)


@login_not_required
@require_safe
@never_cache
def season(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """What is to be known of a season, and the way into it."""
    place = get_season_or_404(request.user, slug, season)
    return show(
        request, "leagues/seasons/season.html", place, **season_context(place, request.user)
    )


@login_not_required
@require_safe
@never_cache
def season_rules(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Everything that a season is played by."""
    place = get_season_or_404(request.user, slug, season)
    return show(request, "leagues/seasons/rules.html", place, groups=facts(place.season))


# --- Preparing ---


@get_or_post
def new_season(request: PersonRequest, slug: str) -> HttpResponse:
    place = get_organised_club(request.user, slug)
    preset = _preset(request, "gurunapo")
    kept = {key: request.GET[key] for key in ("name", "slug") if key in request.GET}
    form = NewSeasonForm(request.POST or None, preset=preset, club=place.club, initial=kept)
    if not form.is_valid():
        return _form(request, place, form, preset)
    limit(request, "new_season", "20/d")
    try:
        made = services.create(club_id=place.club.pk, user=request.user, **form.values())
    except ClubError as error:
        return refused(request, str(error), request.path)
    return redirect(made)


@get_or_post
def edit_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    found = place.season
    initial = initial_of(found)
    if found.state == Season.State.RUNNING or found.is_over:
        form: Any = RunningSeasonForm(request.POST or None, initial=initial)
        preset = ""
    else:
        preset = _preset(request, found.rules.preset)
        if preset != found.rules.preset:
            # Other rules begin with their own options.
            initial = {key: value for key, value in initial.items() if key not in vars(found.rules)}
        form = SeasonForm(request.POST or None, preset=preset, initial=initial)
    if not form.is_valid():
        return _form(request, place.place, form, preset, season=found)
    response = change(request, place, services.edit, "season", values=form.values())
    if response.status_code == 302:
        messages.success(request, _("Saved."))
    return response


def _preset(request: HttpRequest, default: str) -> str:
    preset = request.POST.get("preset") or request.GET.get("preset") or default
    if preset not in PRESETS:
        raise Http404
    return preset


def _form(
    request: HttpRequest, place: Place, form: Any, preset: str, season: Season | None = None
) -> HttpResponse:
    return answers.show(
        request,
        "leagues/seasons/season_form.html",
        place,
        status=422 if form.is_bound else 200,
        form=form,
        preset=preset,
        presets=presets_to_choose(),
        season=season,
    )


@get_or_post
def copy_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Prepare the next season by this one."""
    place = get_organised_season(request.user, slug, season)
    form = CopyForm(request.POST or None, club=place.club)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return show(request, "leagues/seasons/copy.html", place, status=status, form=form)
    limit(request, "new_season", "20/d")
    try:
        made = services.copy(
            club_id=place.club.pk,
            user=request.user,
            season_id=place.season.pk,
            **form.values(),
        )
    except ClubError as error:
        return refused(request, str(error), request.path)
    return redirect("leagues:edit_season", place.club.slug, made.slug)


# --- Its course ---


@require_POST
def open_registration(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, services.open_registration, "season")


@require_POST
def close_registration(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, services.close_registration, "season")


@require_POST
def start_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, rounds.start, "season")


@get_or_post
def cancel_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """End the season before it is over, once an organiser has said so twice."""
    place = get_organised_season(request.user, slug, season)
    form = CancelForm(request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return show(request, "leagues/seasons/cancel.html", place, status=status, form=form)
    reason = form.cleaned_data["reason"]
    return change(request, place, services.cancel, "season", reason=reason)
