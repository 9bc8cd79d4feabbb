"""The page of substitutes: the list, offers to the reader, and seats that seek a substitute."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access import get_organised_season, get_own_season
from leagues.models import Offer, TableSeat
from leagues.responses import Posted, show, takes_post
from leagues.rounds.forms import ReasonForm
from leagues.substitutes import services
from leagues.substitutes.forms import AnswerOfferForm
from players.requests import PersonRequest


@require_safe
@never_cache
def substitutes(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """The list of substitutes, and the offers to the reader."""
    access = get_own_season(request.user, slug, season)
    listed = list(access.season.substitutes.select_related("user").order_by("pk"))
    offers = list(services.open_offers(access.season).order_by("pk"))
    sought = TableSeat.objects.filter(
        table__round__season=access.season, sought_at__isnull=False
    ).select_related("table__round", "table__division", "entry__user")
    asked: dict[int, Offer] = {offer.seat_id: offer for offer in offers}
    return show(
        request,
        "leagues/substitutes/substitutes.html",
        access,
        listed=listed,
        is_listed=any(one.user_id == request.user.pk for one in listed),
        offers=[offer for offer in offers if offer.user_id == request.user.pk],
        sought=[(seat, asked.get(seat.pk)) for seat in sought.order_by("sought_at")]
        if access.organises
        else [],
    )


@takes_post(get_own_season, "substitutes", rate=("volunteer", "30/d"))
def volunteer(posted: Posted) -> None:
    services.volunteer(**posted.keys)


@takes_post(get_own_season, "substitutes")
def stand_down(posted: Posted) -> None:
    services.stand_down(**posted.keys)


@takes_post(get_own_season, "substitutes", AnswerOfferForm)
def answer_offer(posted: Posted, pk: int) -> None:
    services.answer_offer(**posted.keys, offer_id=pk, accept=posted.data["accept"])


@takes_post(get_organised_season, "round", ReasonForm)
def replace_player(posted: Posted, number: int, pk: int) -> None:
    services.replace_player(**posted.keys, seat_id=pk, reason=posted.data["reason"])
