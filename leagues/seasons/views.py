"""A season's own pages: the list of seasons, preparing one, registration, start and end, divisions and promotion."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.house_rules.queries import chosen_house_rules, options_in, to_choose
from games.lobby.rules_form import preset_of, presets_to_choose
from games.models import HouseRules
from infrastructure.paging import page
from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import (
    ClubAccess,
    SeasonAccess,
    get_club_or_404,
    get_organised_club,
    get_organised_season,
    get_season_or_404,
)
from leagues.locks import ClubError, drawn_division
from leagues.models import Season
from leagues.pages import SeasonFormPage
from leagues.responses import (
    Full,
    Posted,
    RefusedForm,
    came_from_season,
    change,
    form_of,
    page_of,
    posts_to,
    show,
    takes_post,
)
from leagues.seasons import divisions as division_services
from leagues.seasons import draw_and_start as drawing
from leagues.seasons import promotion as promotion_services
from leagues.seasons import services
from leagues.seasons.context import (
    CancelPage,
    PromotionPage,
    SeasonSettingsPage,
    SeasonsPage,
    rules_page,
    season_page,
    seasons_of,
)
from leagues.seasons.division_forms import AssignDivisionsForm, DivisionsForm, MoveEntriesForm, PromotionForm
from leagues.seasons.forms import CancelForm, CopyForm, NewSeasonForm, RunningSeasonForm, SeasonForm, initial_of
from leagues.seasons.plans import PLANS
from napoleon.engine.rules import options_of
from players.requests import PersonRequest
from players.writing import keep_texts

SEASONS_SHOWN = 50


@page_of(get_club_or_404, is_public=True)
def seasons(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The seasons of a club, the newest first."""
    part = page(seasons_of(access), request.GET.get("after"), SEASONS_SHOWN, newest=True)
    for row in part.rows:
        row.club = access.club
    full = services.why_no_more(access.club) if access.organises else ""
    return show(request, "leagues/seasons/seasons.html", SeasonsPage(access=access, page=part, full=full))


@page_of(get_season_or_404, is_public=True)
def season(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    """The season's own page, with the way into it."""
    return show(request, "leagues/seasons/season.html", season_page(access, request.user))


@page_of(get_season_or_404, is_public=True)
def season_rules(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    return show(request, "leagues/seasons/rules.html", rules_page(access))


# --- Preparing ---


@form_of(get_organised_club, Full(services.why_no_more, "seasons"))
def new_season(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    house = chosen_house_rules(request)
    options = options_in(house.rules) if house else {}
    preset = house.rules.preset if house and options else preset_of(request)
    kept: dict[str, Any] = {key: request.GET[key] for key in ("name", "slug") if key in request.GET}
    kept["is_listed"] = "yes" if access.club.is_public else "no"
    kept |= PLANS.get(request.GET.get("plan", "usual"), PLANS["usual"]).initial
    form = NewSeasonForm(request.POST or None, preset=preset, club=access.club, initial=kept | options)
    if not form.is_valid():
        return _form(request, access, form, preset, house)
    values = form.values() | {"opens": "open" in request.POST}
    again = partial(_form, request, access, form, preset, house)
    return _make(request, access, services.create, "season", values, RefusedForm(form, again))


@form_of(get_organised_season)
def edit_season(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    season = access.season
    initial = initial_of(season)
    if season.state == Season.State.RUNNING or season.is_over:
        form: Any = RunningSeasonForm(request.POST or None, initial=initial)
        preset = ""
    else:
        preset = preset_of(request, season.rules.preset)
        if preset != season.rules.preset:
            # Another game starts with its own options.
            others = options_of(season.rules.preset)
            initial = {key: value for key, value in initial.items() if key not in others}
        form = SeasonForm(request.POST or None, preset=preset, initial=initial)
    keep_texts(form, initial)
    seen = request.POST.get("seen", "")
    if form.is_valid() and seen and seen != services.digest_of_settings(season):
        form.add_error(None, services.CHANGED_MEANWHILE)
    if not form.is_valid():
        return _form(request, access, form, preset)
    values = {"values": form.values(), "seen": seen}
    kept = RefusedForm(form, partial(_form, request, access, form, preset))
    return change(request, access, services.edit, "season", **values, kept=kept, success=_("Saved."))


def _form(
    request: HttpRequest, access: ClubAccess, form: Any, preset: str, house: HouseRules | None = None
) -> HttpResponse:
    page = SeasonSettingsPage(
        access=access,
        form=form,
        preset=preset,
        seen=services.digest_of_settings(access.season) if isinstance(access, SeasonAccess) else "",
        presets=presets_to_choose(),
        house=house,
        house_rules=[] if isinstance(access, SeasonAccess) else to_choose(request.user, house),
        plan=request.GET.get("plan", "usual"),
        drawn=drawn_division(access.season) if isinstance(access, SeasonAccess) else 0,
    )
    return show(request, "leagues/seasons/season_form.html", page)


@form_of(get_organised_season)
def copy_season(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Prepare the next season with the settings of this one."""
    form = CopyForm(request.POST or None, club=access.club)
    again = partial(show, request, "leagues/seasons/copy.html", SeasonFormPage(access=access, form=form))
    if not form.is_valid():
        return again()
    return _make(request, access, services.copy, "edit_season", form.cleaned_data, RefusedForm(form, again))


def _make(
    request: PersonRequest,
    access: ClubAccess,
    service: Callable[..., Season],
    to: str,
    values: dict[str, Any],
    form: RefusedForm,
) -> HttpResponse:
    """Let the service prepare a season, and lead to its page."""
    limit(request, "new_season", "20/d")
    try:
        made = service(**access.keys, user=request.user, **values)
    except ClubError as error:
        return form.refuse(access, error)
    return redirect(f"leagues:{to}", access.club.slug, made.slug)


# --- Registration, start and end ---


open_registration = posts_to(services.open_registration, get_organised_season, "season")
close_registration = posts_to(services.close_registration, get_organised_season, "season")
start_season = posts_to(services.start, get_organised_season, "season", asks=consequences.of_starting)
draw_and_start = posts_to(
    drawing.draw_and_start, get_organised_season, "season", rate=("rehearse", "60/h"), asks=consequences.of_starting
)


@form_of(get_organised_season)
def cancel_season(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Cancel the season, once an organiser has confirmed it."""
    form = CancelForm(request.POST or None)
    if not form.is_valid():
        lines = consequences.of_cancelling(access.season)
        page = CancelPage(access=access, form=form, lines=lines)
        return show(request, "leagues/seasons/cancel.html", page)
    reason = form.cleaned_data["reason"]
    return change(request, access, services.cancel, "season", reason=reason)


@takes_post(get_organised_season, "season", asks=consequences.of_deleting)
def delete_season(posted: Posted) -> HttpResponse:
    """Delete a season that only organisers have seen."""
    services.delete(**posted.keys)
    messages.success(posted.request, _("The season is deleted."))
    return redirect("leagues:seasons", posted.access.club.slug)


# --- Divisions ---


@form_of(get_organised_season)
def divisions(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """How many divisions the season has, and their sizes."""
    there = list(access.season.divisions.order_by("number"))
    form = DivisionsForm(request.POST or None, divisions=there)
    if not form.is_valid():
        page = SeasonFormPage(access=access, form=form)
        return show(request, "leagues/seasons/divisions.html", page)
    wanted = form.wanted()
    return change(request, access, division_services.set_divisions, "entries", divisions=wanted)


assign_divisions = posts_to(
    division_services.assign, get_organised_season, "entries", AssignDivisionsForm, back=came_from_season
)


move_entries = posts_to(division_services.move_all, get_organised_season, "entries", MoveEntriesForm)


@form_of(get_organised_season)
def promotion(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Who would be promoted and relegated by the last season; a POST does it."""
    season = access.season
    posted = request.POST if request.method == "POST" else None
    form = PromotionForm(posted, ties=promotion_services.ties(season))
    if form.is_valid():
        decisions = form.decisions()
        return change(request, access, promotion_services.promote, "entries", decisions=decisions)
    moves = promotion_services.moves(season)
    there = list(season.divisions.order_by("number"))
    page = PromotionPage(
        access=access,
        before=season.follows,
        moves=moves,
        unmeant=division_services.unmeant_sizes(there, [move.to.pk for move in moves]),
        form=form,
    )
    return show(request, "leagues/seasons/promotion.html", page)
