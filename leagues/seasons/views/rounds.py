"""A round: its tables and how far they are, opening and closing it, and substitutes."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.models import Offer, Round, TableSeat
from leagues.seasons import closing, rounds, substitutes
from leagues.seasons.access import (
    SeasonPlace,
    get_organised_season,
    get_own_season,
    get_season_or_404,
)
from leagues.seasons.forms.rounds import AnswerForm, DatesForm, ReasonForm
from leagues.seasons.progress import progress
from leagues.seasons.views.answers import change, show, unread
from leagues.views.answers import get_or_post
from players.limits import limit
from players.requests import PersonRequest


@login_not_required
@require_safe
@never_cache
def round_page(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """Who sits where in a round, how far each table is, and for whom it waits."""
    place = get_season_or_404(request.user, slug, season)
    return _page(request, place, number)


def _page(
    request: HttpRequest, place: SeasonPlace, number: int, form: DatesForm | None = None
) -> HttpResponse:
    season, now = place.season, timezone.now()
    every = list(season.rounds.order_by("number"))
    round_ = next((one for one in every if one.number == number), None)
    if round_ is None:
        raise Http404
    dates = {"opens_at": round_.opens_at, "closes_at": round_.closes_at}
    shown = progress(season, round_, request.user, now, organises=place.organises)
    return show(
        request,
        "leagues/seasons/round.html",
        place,
        status=422 if form else 200,
        round=round_,
        rounds=every,
        progress=shown,
        my_tables=shown.mine,
        now=now,
        dates_form=form or DatesForm(initial=dates),
        may_open=_may_open(place, every, round_),
    )


def _may_open(place: SeasonPlace, every: list[Round], round_: Round) -> bool:
    """Whether it is the next one."""
    planned = [one for one in every if one.state == Round.State.PLANNED]
    is_next = bool(planned) and planned[0].pk == round_.pk
    return place.organises and place.season.state == "running" and is_next


@require_POST
def open_round(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    return change(request, place, rounds.open_round, "round", number, number=number)


@get_or_post
@never_cache
def close_round(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    """What closing the round would do; and doing it."""
    place = get_organised_season(request.user, slug, season)
    if request.method == "POST":
        return change(request, place, closing.close_round, "round", number, number=number)
    round_ = get_object_or_404(Round, season=place.season, number=number)
    endings = closing.preview(place.season, round_)
    return show(request, "leagues/seasons/close.html", place, round=round_, endings=endings)


@require_POST
def set_dates(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    place = get_organised_season(request.user, slug, season)
    form = DatesForm(request.POST)
    if not form.is_valid():
        return _page(request, place, number, form)
    moments: dict[str, Any] = form.moments()
    return change(request, place, rounds.set_dates, "round", number, number=number, **moments)


@require_POST
def replace(request: PersonRequest, slug: str, season: str, number: int, pk: int) -> HttpResponse:
    """Let somebody else play on in a seat."""
    place = get_organised_season(request.user, slug, season)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    reason = form.cleaned_data["reason"]
    do = substitutes.replace
    return change(request, place, do, "round", number, seat_id=pk, reason=reason)


# --- Substitutes ---


@require_safe
@never_cache
def substitutes_page(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Who is ready to play on for others, and what the reader is asked."""
    place = get_own_season(request.user, slug, season)
    listed = list(place.season.substitutes.select_related("user").order_by("pk"))
    open_ = list(substitutes.offers_of(place.season).order_by("pk"))
    sought = TableSeat.objects.filter(
        table__round__season=place.season, sought_at__isnull=False
    ).select_related("table__round", "table__division", "entry__user")
    asked: dict[int, Offer] = {offer.seat_id: offer for offer in open_}
    return show(
        request,
        "leagues/seasons/substitutes.html",
        place,
        listed=listed,
        is_listed=any(one.user_id == request.user.pk for one in listed),
        offers=[offer for offer in open_ if offer.user_id == request.user.pk],
        sought=[(seat, asked.get(seat.pk)) for seat in sought.order_by("sought_at")]
        if place.organises
        else [],
    )


@require_POST
def volunteer(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_own_season(request.user, slug, season)
    limit(request, "volunteer", "30/d")
    return change(request, place, substitutes.volunteer, "substitutes")


@require_POST
def stand_down(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    place = get_own_season(request.user, slug, season)
    return change(request, place, substitutes.stand_down, "substitutes")


@require_POST
def answer_offer(request: PersonRequest, slug: str, season: str, pk: int) -> HttpResponse:
    place = get_own_season(request.user, slug, season)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return unread(request, place)
    accept = form.cleaned_data["accept"]
    do = substitutes.answer
    return change(request, place, do, "substitutes", offer_id=pk, accept=accept)
