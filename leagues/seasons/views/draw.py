"""The draw of a division: who meets whom in each round, and how good that is."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.seasons import drawing
from leagues.seasons.access import (
    SeasonPlace,
    get_organised_season,
    get_season_or_404,
)
from leagues.seasons.draw_page import draw_context, exchange_of, shown_rounds
from leagues.seasons.forms.draw import ApartForm, LockForm, SeedForm, SwapForm
from leagues.seasons.stored import rounds_from_json
from leagues.seasons.views.answers import change, show, unread
from leagues.services import ClubError
from players.limits import limit
from players.requests import PersonRequest

Context = dict[str, Any]


@login_not_required
@require_safe
@never_cache
def draw(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """The draw that is locked, for everybody; what is rehearsed, for organisers."""
    place = get_season_or_404(request.user, slug, season)
    return _page(request, place, draw_context(place, number, request.user))


def _page(
    request: HttpRequest, place: SeasonPlace, context: Context, status: int = 200, **also: Any
) -> HttpResponse:
    if place.organises:
        pairs = place.season.apart.select_related("one__user", "other__user")
        context["apart"] = list(pairs.order_by("pk"))
        context["seed_form"] = SeedForm()
    return show(request, "leagues/seasons/draw.html", place, status=status, **{**context, **also})


@require_POST
def rehearse(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    limit(request, "rehearse", "60/h")
    form = SeedForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    seed = form.cleaned_data["seed"]
    return change(request, place, drawing.rehearse, "draw", number, number=number, seed=seed)


@require_POST
def discard_draw(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, drawing.discard, "draw", number, number=number)


@require_safe
@never_cache
def swap(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    """What exchanging two members in a round would cost, before it is done."""
    place = get_organised_season(request.user, slug, season)
    context = draw_context(place, number, request.user)
    form, rehearsal, names = SwapForm(request.GET), context["rehearsal"], context["names"]
    if not form.is_valid() or rehearsal is None:
        return unread(request, place)
    data = form.cleaned_data
    try:
        found = exchange_of(rehearsal, data["round"], data["one"], data["other"], names)
    except ClubError as error:
        return _page(request, place, context, 409, swap_error=str(error), asked=data)
    rounds = rounds_from_json(rehearsal.rounds_json)
    shown = shown_rounds(rounds, rehearsal.first_round, names, (data["one"], data["other"]))
    return _page(request, place, context, exchange=found, rounds=shown, asked=data)


@require_POST
def make_swap(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = SwapForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    data = form.cleaned_data
    return change(
        request,
        place,
        drawing.exchange,
        "draw",
        number,
        number=number,
        round_number=data["round"],
        one=data["one"],
        other=data["other"],
    )


@require_POST
def lock_draw(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = LockForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    draw_id = form.cleaned_data["draw"]
    return change(request, place, drawing.lock, "draw", number, number=number, draw_id=draw_id)


@require_POST
def unlock_draw(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, drawing.unlock, "draw", number, number=number)


@require_POST
def keep_apart(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = ApartForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    return change(request, place, drawing.keep_apart, "draw", number, **form.cleaned_data)


@require_POST
def allow_together(
    request: PersonRequest, slug: str, season: str, number: int, pk: int
) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, drawing.allow_together, "draw", number, apart_id=pk)
