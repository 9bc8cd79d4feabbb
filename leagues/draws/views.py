"""The page of a division's draw, and what organisers do with it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.draws import services
from leagues.draws.context import draw_context, preview_swap, shown_rounds
from leagues.draws.draw_json import rounds_from_json
from leagues.draws.forms import ApartForm, DrawSeedForm, LockForm, MakeSwapForm, SwapForm
from leagues.locks import ClubError
from leagues.responses import Posted, page_of, posts_to, show, takes_post, unread
from players.requests import PersonRequest

Context = dict[str, Any]


@page_of(get_season_or_404, is_public=True)
def draw(request: HttpRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """The locked draw, for everybody; the rehearsal, for organisers."""
    return _page(request, access, draw_context(access, number, request.user))


def _page(
    request: HttpRequest, access: SeasonAccess, context: Context, status: int = 200, **also: Any
) -> HttpResponse:
    if access.organises:
        pairs = access.season.apart.select_related("one__user", "other__user")
        context["apart"] = list(pairs.order_by("pk"))
        context["seed_form"] = DrawSeedForm()
    return show(request, "leagues/draws/draw.html", access, status=status, **{**context, **also})


rehearse = posts_to(
    services.rehearse, get_organised_season, "draw", DrawSeedForm, rate=("rehearse", "60/h")
)
discard_draw = posts_to(services.discard, get_organised_season, "draw")
unlock_draw = posts_to(services.unlock, get_organised_season, "draw")


@page_of(get_organised_season)
def swap(request: PersonRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """What a swap of two members in a round would cost, before it is done."""
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


@takes_post(get_organised_season, "draw", MakeSwapForm)
def make_swap(posted: Posted, number: int) -> None:
    draw_id, round_number = posted.data.pop("draw"), posted.data.pop("round")
    services.swap(
        **posted.keys, **posted.data, number=number, draw_id=draw_id, round_number=round_number
    )


@takes_post(get_organised_season, "draw", LockForm)
def lock_draw(posted: Posted, number: int) -> None:
    services.lock(**posted.keys, number=number, draw_id=posted.data["draw"])


@takes_post(get_organised_season, "draw", ApartForm)
def keep_apart(posted: Posted, number: int) -> None:
    members = [entry.pk for entry in posted.data["members"]]
    services.keep_apart(**posted.keys, members=members)


@takes_post(get_organised_season, "draw")
def allow_together(posted: Posted, number: int, pk: int) -> None:
    services.allow_together(**posted.keys, apart_id=pk)
