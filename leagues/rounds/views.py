"""The pages of a round: its tables and their progress, opening and closing it, and its dates."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.models import Round
from leagues.responses import Posted, change, get_or_post, show, takes_post
from leagues.rounds import closing, opening
from leagues.rounds.forms import DatesForm
from leagues.rounds.progress import progress
from players.requests import PersonRequest


@login_not_required
@require_safe
@never_cache
def round_page(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """The tables of a round: their players, their progress, and the players to act."""
    access = get_season_or_404(request.user, slug, season)
    return _page(request, access, number)


def _page(
    request: HttpRequest, access: SeasonAccess, number: int, form: DatesForm | None = None
) -> HttpResponse:
    season, now = access.season, timezone.now()
    every = list(season.rounds.order_by("number"))
    round_ = next((one for one in every if one.number == number), None)
    if round_ is None:
        raise Http404
    dates = {"opens_at": round_.opens_at, "closes_at": round_.closes_at}
    shown = progress(season, round_, request.user, now, organises=access.organises)
    return show(
        request,
        "leagues/rounds/round.html",
        access,
        status=422 if form else 200,
        round=round_,
        rounds=every,
        progress=shown,
        my_tables=shown.mine,
        now=now,
        dates_form=form or DatesForm(initial=dates),
        may_open=_may_open(access, every, round_),
    )


def _may_open(access: SeasonAccess, every: list[Round], round_: Round) -> bool:
    """Whether the reader may open this round: organisers open the next one."""
    planned = [one for one in every if one.state == Round.State.PLANNED]
    is_next = bool(planned) and planned[0].pk == round_.pk
    return access.organises and access.season.state == "running" and is_next


@takes_post(get_organised_season, "round")
def open_round(posted: Posted, number: int) -> None:
    opening.open_round(**posted.keys, number=number)


@get_or_post
@never_cache
def close_round(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    """Preview what closing the round would do, and do it."""
    access = get_organised_season(request.user, slug, season)
    if request.method == "POST":
        return change(request, access, closing.close_round, "round", number, number=number)
    round_ = get_object_or_404(Round, season=access.season, number=number)
    endings = closing.preview_closing(access.season, round_)
    return show(request, "leagues/rounds/close_round.html", access, round=round_, endings=endings)


@require_POST
def set_dates(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    access = get_organised_season(request.user, slug, season)
    form = DatesForm(request.POST)
    if not form.is_valid():
        return _page(request, access, number, form)
    dates = form.cleaned_data
    return change(request, access, opening.set_dates, "round", number, number=number, **dates)
