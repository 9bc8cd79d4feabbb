"""The page of a division's draw, and what organisers do with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.draws import services
from leagues.draws.context import draw_context, preview_swap, shown_rounds
from leagues.draws.draw_json import rounds_from_json
from leagues.draws.forms import ApartForm, DrawSeedForm, LockForm, SwapForm
from leagues.locks import ClubError
from leagues.responses import Posted, show, takes_post, unread
from players.requests import PersonRequest

Context = dict[str, Any]


@login_not_required
@require_safe
@never_cache
def draw(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """The locked draw, for everybody; the rehearsal, for organisers."""
    access = get_season_or_404(request.user, slug, season)
    return _page(request, access, draw_context(access, number, request.user))


def _page(
    request: HttpRequest, access: SeasonAccess, context: Context, status: int = 200, **also: Any
) -> HttpResponse:
    if access.organises:
        pairs = access.season.apart.select_related("one__user", "other__user")
        context["apart"] = list(pairs.order_by("pk"))
        context["seed_form"] = DrawSeedForm()
    return show(request, "leagues/draws/draw.html", access, status=status, **{**context, **also})


@takes_post(get_organised_season, "draw", DrawSeedForm, rate=("rehearse", "60/h"))
def rehearse(posted: Posted, number: int) -> None:
    services.rehearse(**posted.keys, number=number, seed=posted.data["seed"])


@takes_post(get_organised_season, "draw")
def discard_draw(posted: Posted, number: int) -> None:
    services.discard(**posted.keys, number=number)


@require_safe
@never_cache
def swap(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    """What a swap of two members in a round would cost, before it is done."""
    access = get_organised_season(request.user, slug, season)
    context = draw_context(access, number, request.user)
    form, rehearsal, names = SwapForm(request.GET), context["rehearsal"], context["names"]
    if not form.is_valid() or rehearsal is None:
        return unread(request, access)
    data = form.cleaned_data
    try:
        found = preview_swap(rehearsal, data["round"], data["one"], data["other"], names)
    except ClubError as error:
        return _page(request, access, context, 409, swap_error=str(error), asked=data)
    rounds = rounds_from_json(rehearsal.rounds_json)
    shown = shown_rounds(rounds, rehearsal.first_round, names, (data["one"], data["other"]))
    return _page(request, access, context, exchange=found, rounds=shown, asked=data)


@takes_post(get_organised_season, "draw", SwapForm)
def make_swap(posted: Posted, number: int) -> None:
    data = posted.data
    services.swap(
        **posted.keys,
        number=number,
        round_number=data["round"],
        one=data["one"],
        other=data["other"],
    )


@takes_post(get_organised_season, "draw", LockForm)
def lock_draw(posted: Posted, number: int) -> None:
    services.lock(**posted.keys, number=number, draw_id=posted.data["draw"])


@takes_post(get_organised_season, "draw")
def unlock_draw(posted: Posted, number: int) -> None:
    services.unlock(**posted.keys, number=number)


@takes_post(get_organised_season, "draw", ApartForm)
def keep_apart(posted: Posted, number: int) -> None:
    services.keep_apart(**posted.keys, **posted.data)


@takes_post(get_organised_season, "draw")
def allow_together(posted: Posted, number: int, pk: int) -> None:
    services.allow_together(**posted.keys, apart_id=pk)
