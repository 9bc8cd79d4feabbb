"""The page of a division's draw, and what organisers do with it."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.draws import all_divisions, services
from leagues.draws.context import draw_page, preview_swap, shown_rounds
from leagues.draws.draw_json import rounds_from_json
from leagues.draws.forms import ApartForm, DrawSeedForm, LockAllForm, LockForm, MakeSwapForm, SwapForm
from leagues.locks import ClubError
from leagues.responses import Posted, page_of, posts_to, show, takes_post, unread
from players.requests import PersonRequest


@page_of(get_season_or_404, is_public=True)
def draw(request: HttpRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """The locked draw, for everybody; the rehearsal, for organisers."""
    return show(request, "leagues/draws/draw.html", draw_page(access, number, request.user))


rehearse = posts_to(services.rehearse, get_organised_season, "draw", DrawSeedForm, rate=("rehearse", "60/h"))
discard_draw = posts_to(services.discard, get_organised_season, "draw")
unlock_draw = posts_to(services.unlock, get_organised_season, "draw")


@page_of(get_organised_season)
def swap(request: PersonRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """What a swap of two members in a round would cost, before it is done."""
    page = draw_page(access, number, request.user)
    form, rehearsal, names = SwapForm(request.GET), page.rehearsal, page.names
    if not form.is_valid() or rehearsal is None:
        return unread(request, access.path("draw", number))
    data = form.cleaned_data
    page = replace(page, asked=data)
    try:
        exchange = preview_swap(rehearsal, data["round"], data["one"], data["other"], names, page.team_of)
    except ClubError as error:
        return show(request, "leagues/draws/draw.html", replace(page, swap_error=str(error)), 409)
    drawn = rounds_from_json(rehearsal.rounds_json)
    rounds = shown_rounds(drawn, rehearsal.first_round, names, (data["one"], data["other"]))
    page = replace(page, exchange=exchange, rounds=rounds)
    return show(request, "leagues/draws/draw.html", page)


@takes_post(get_organised_season, "draw", MakeSwapForm)
def make_swap(posted: Posted, number: int) -> None:
    draw_id, round_number = posted.data.pop("draw"), posted.data.pop("round")
    services.swap(**posted.keys, **posted.data, number=number, draw_id=draw_id, round_number=round_number)


@takes_post(get_organised_season, "draw", LockForm)
def lock_draw(posted: Posted, number: int) -> None:
    services.lock(**posted.keys, number=number, draw_id=posted.data["draw"])


@takes_post(get_organised_season, "draw", rate=("rehearse", "60/h"))
def rehearse_all(posted: Posted, number: int) -> None:
    """Draw all divisions, and go back to this one."""
    all_divisions.rehearse_all(**posted.keys)


@takes_post(get_organised_season, "draw", LockAllForm)
def lock_all(posted: Posted, number: int) -> None:
    """Lock the draws of all divisions, and go back to this one."""
    all_divisions.lock_all(**posted.keys, **posted.data)


@takes_post(get_organised_season, "draw", ApartForm)
def keep_apart(posted: Posted, number: int) -> None:
    members = [entry.pk for entry in posted.data["members"]]
    services.keep_apart(**posted.keys, members=members)
    if rounds := services.rounds_together(posted.access.season, members):
        text = _("In the locked draw some of them still meet in round %(rounds)s. Draw again to keep them apart.")
        messages.warning(posted.request, text % {"rounds": _(", ").join(map(str, rounds))})


@takes_post(get_organised_season, "draw")
def allow_together(posted: Posted, number: int, pk: int) -> None:
    services.allow_together(**posted.keys, apart_id=pk)
