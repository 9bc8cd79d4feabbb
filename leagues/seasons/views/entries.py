"""Entering a season and leaving it; the organisers' list of entries, and the divisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.lobby.forms import find_people
from leagues.seasons import dividing, entering, promoting
from leagues.seasons.access import (
    SeasonPlace,
    entry_of,
    get_division_or_404,
    get_organised_season,
    get_own_season,
)
from leagues.seasons.forms.entries import (
    AddForm,
    DivisionsForm,
    MoveForm,
    SettleForm,
    ShareOutForm,
    WithdrawForm,
)
from leagues.seasons.forms.rounds import ReasonForm
from leagues.seasons.page import entry_groups
from leagues.seasons.views.answers import change, show, unread
from leagues.views.answers import get_or_post
from players.limits import limit
from players.models import User
from players.requests import PersonRequest

# --- Members ---


@require_POST
def enter(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_own_season(request.user, slug, season)
    limit(request, "enter_season", "30/d")
    return change(request, place, entering.enter, "season")


@get_or_post
def withdraw_entry(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Be in the season no more, having said so twice."""
    place = get_own_season(request.user, slug, season)
    if entry_of(request.user, place.season) is None:
        raise PermissionDenied
    form = WithdrawForm(request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return show(request, "leagues/seasons/withdraw.html", place, status=status, form=form)
    response = change(request, place, entering.withdraw, "season")
    if response.status_code == 302:
        messages.success(request, _("You have withdrawn from the season."))
    return response


# --- Organisers ---


@require_safe
@never_cache
def entries(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Everybody who is in the season, wants to be, or was; with what can be done about it."""
    return _entries(request, get_organised_season(request.user, slug, season))


def _entries(
    request: PersonRequest, place: SeasonPlace, form: AddForm | None = None
) -> HttpResponse:
    divisions = list(place.season.divisions.order_by("number"))
    return show(
        request,
        "leagues/seasons/entries.html",
        place,
        status=422 if form else 200,
        groups=entry_groups(place.season, divisions),
        divisions=divisions,
        add_form=form or AddForm(),
    )


@require_POST
def settle_entry(request: PersonRequest, slug: str, season: str, pk: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = SettleForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    approve = form.cleaned_data["approve"]
    return change(request, place, entering.settle, "entries", entry_id=pk, approve=approve)


@require_POST
def add_entry(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Enter a member of the club."""
    place = get_organised_season(request.user, slug, season)
    limit(request, "add_entry", "300/d")
    form = AddForm(request.POST)
    person = None
    if form.is_valid():
        try:
            [person] = find_people([form.cleaned_data["who"]], User())
        except forms.ValidationError as error:
            form.add_error("who", error)
    if person is None:
        return _entries(request, place, form)
    return change(request, place, entering.add, "entries", person=person)


@require_POST
def remove_entry(request: PersonRequest, slug: str, season: str, pk: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    reason = form.cleaned_data["reason"]
    return change(request, place, entering.remove, "entries", entry_id=pk, reason=reason)


@get_or_post
def divisions(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """How many divisions there are, and how large they are."""
    place = get_organised_season(request.user, slug, season)
    there = list(place.season.divisions.order_by("number"))
    form = DivisionsForm(request.POST or None, divisions=there)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return show(request, "leagues/seasons/divisions.html", place, status=status, form=form)
    wanted = form.wanted()
    return change(request, place, dividing.set_divisions, "entries", divisions=wanted)


@require_POST
def share_out(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = ShareOutForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    order = form.cleaned_data["order"]
    return change(request, place, dividing.share_out, "entries", order=order)


@require_POST
def move_entry(request: PersonRequest, slug: str, season: str, pk: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    division = get_division_or_404(place.season, form.cleaned_data["division"])
    return change(request, place, dividing.move, "entries", entry_id=pk, division=division)


@get_or_post
@never_cache
def promotion(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Who goes up and down from the last season: looked at first, then done."""
    place = get_organised_season(request.user, slug, season)
    if request.method == "POST":
        return change(request, place, promoting.promote, "entries")
    before = place.season.follows
    context: dict[str, Any] = {"before": before, "moves": promoting.moves(place.season)}
    return show(request, "leagues/seasons/promotion.html", place, **context)
