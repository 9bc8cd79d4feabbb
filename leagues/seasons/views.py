"""A season's own pages: the list of seasons, preparing one, registration, start and end, divisions and promotion."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.rules import PRESETS
from games.lobby.rules_form import presets_to_choose
from leagues.access import (
    ClubAccess,
    get_club_or_404,
    get_division_or_404,
    get_organised_club,
    get_organised_season,
    get_season_or_404,
)
from leagues.locks import ClubError
from leagues.models import Season
from games.paging import page
from leagues.responses import Posted, change, get_or_post, refused, show, takes_post
from leagues.seasons import divisions as division_services
from leagues.seasons import promotion as promotion_services
from leagues.seasons import services
from leagues.seasons.context import facts, season_context, seasons_of
from leagues.seasons.forms import (
    AssignDivisionsForm,
    CancelForm,
    CopyForm,
    DivisionsForm,
    MoveToDivisionForm,
    NewSeasonForm,
    RunningSeasonForm,
    SeasonForm,
    initial_of,
)
from players.rate_limits import limit
from players.requests import PersonRequest

SEASONS_SHOWN = 50


@login_not_required
@require_safe
@never_cache
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, the newest first."""
    access = get_club_or_404(request.user, slug)
    rows = page(seasons_of(access), request.GET.get("after"), SEASONS_SHOWN, newest=True)
    for row in rows.rows:
        row.club = access.club
    return show(request, "leagues/seasons/seasons.html", access, page=rows)


@login_not_required
@require_safe
@never_cache
def season(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The season's own page, with the way into it."""
    access = get_season_or_404(request.user, slug, season)
    return show(
        request, "leagues/seasons/season.html", access, **season_context(access, request.user)
    )


@login_not_required
@require_safe
@never_cache
def season_rules(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """All settings of the season."""
    access = get_season_or_404(request.user, slug, season)
    return show(request, "leagues/seasons/rules.html", access, groups=facts(access.season))


# --- Preparing ---


@get_or_post
def new_season(request: PersonRequest, slug: str) -> HttpResponse:
    access = get_organised_club(request.user, slug)
    preset = _preset(request, "gurunapo")
    kept = {key: request.GET[key] for key in ("name", "slug") if key in request.GET}
    form = NewSeasonForm(request.POST or None, preset=preset, club=access.club, initial=kept)
    if not form.is_valid():
        return _form(request, access, form, preset)
    limit(request, "new_season", "20/d")
    try:
        made = services.create(club_id=access.club.pk, user=request.user, **form.values())
    except ClubError as error:
        return refused(request, str(error), request.path)
    return redirect(made)


@get_or_post
def edit_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    access = get_organised_season(request.user, slug, season)
    found = access.season
    initial = initial_of(found)
    if found.state == Season.State.RUNNING or found.is_over:
        form: Any = RunningSeasonForm(request.POST or None, initial=initial)
        preset = ""
    else:
        preset = _preset(request, found.rules.preset)
        if preset != found.rules.preset:
            # Another game starts with its own options.
            initial = {key: value for key, value in initial.items() if key not in vars(found.rules)}
        form = SeasonForm(request.POST or None, preset=preset, initial=initial)
    if not form.is_valid():
        return _form(request, access.of_club, form, preset, season=found)
    response = change(request, access, services.edit, "season", values=form.values())
    if response.status_code == 302:
        messages.success(request, _("Saved."))
    return response


def _preset(request: HttpRequest, default: str) -> str:
    preset = request.POST.get("preset") or request.GET.get("preset") or default
    if preset not in PRESETS:
        raise Http404
    return preset


def _form(
    request: HttpRequest, access: ClubAccess, form: Any, preset: str, season: Season | None = None
) -> HttpResponse:
    return show(
        request,
        "leagues/seasons/season_form.html",
        access,
        form=form,
        preset=preset,
        presets=presets_to_choose(),
        season=season,
    )


@get_or_post
def copy_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Prepare the next season with the settings of this one."""
    access = get_organised_season(request.user, slug, season)
    form = CopyForm(request.POST or None, club=access.club)
    if not form.is_valid():
        return show(request, "leagues/seasons/copy.html", access, form=form)
    limit(request, "new_season", "20/d")
    try:
        made = services.copy(
            club_id=access.club.pk,
            user=request.user,
            season_id=access.season.pk,
            **form.values(),
        )
    except ClubError as error:
        return refused(request, str(error), request.path)
    return redirect("leagues:edit_season", access.club.slug, made.slug)


# --- Registration, start and end ---


@takes_post(get_organised_season, "season")
def open_registration(posted: Posted) -> None:
    services.open_registration(**posted.keys)


@takes_post(get_organised_season, "season")
def close_registration(posted: Posted) -> None:
    services.close_registration(**posted.keys)


@takes_post(get_organised_season, "season")
def start_season(posted: Posted) -> None:
    services.start(**posted.keys)


@get_or_post
def cancel_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Cancel the season, once an organiser has confirmed it."""
    access = get_organised_season(request.user, slug, season)
    form = CancelForm(request.POST or None)
    if not form.is_valid():
        return show(request, "leagues/seasons/cancel.html", access, form=form)
    reason = form.cleaned_data["reason"]
    return change(request, access, services.cancel, "season", reason=reason)


# --- Divisions ---


@get_or_post
def divisions(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """How many divisions the season has, and their sizes."""
    access = get_organised_season(request.user, slug, season)
    there = list(access.season.divisions.order_by("number"))
    form = DivisionsForm(request.POST or None, divisions=there)
    if not form.is_valid():
        return show(request, "leagues/seasons/divisions.html", access, form=form)
    wanted = form.wanted()
    return change(request, access, division_services.set_divisions, "entries", divisions=wanted)


@takes_post(get_organised_season, "entries", AssignDivisionsForm)
def assign_divisions(posted: Posted) -> None:
    division_services.assign(**posted.keys, order=posted.data["order"])


@takes_post(get_organised_season, "entries", MoveToDivisionForm)
def move_entry(posted: Posted, pk: int) -> None:
    division = get_division_or_404(posted.access.season, posted.data["division"])
    division_services.move(**posted.keys, entry_id=pk, division=division)


@get_or_post
@never_cache
def promotion(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Who would be promoted and relegated by the last season; a POST does it."""
    access = get_organised_season(request.user, slug, season)
    if request.method == "POST":
        return change(request, access, promotion_services.promote, "entries")
    return show(
        request,
        "leagues/seasons/promotion.html",
        access,
        before=access.season.follows,
        moves=promotion_services.moves(access.season),
    )
