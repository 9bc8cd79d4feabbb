"""The page of substitutes: the list, offers to the reader, and seats that seek a substitute."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_own_season
from leagues.forms import ReasonForm, answer_field
from leagues.late_players.addresses import came_from_list
from leagues.models import Offer, Substitute, TableSeat
from leagues.pages import SeasonPage
from leagues.responses import Posted, page_of, posts_to, show, takes_post
from leagues.substitutes import services
from players.requests import PersonRequest


class AnswerOfferForm(forms.Form):
    accept = answer_field()


@dataclass(frozen=True, kw_only=True)
class SubstitutesPage(SeasonPage):
    listed: list[Substitute]
    is_listed: bool
    closed: str
    """Why the reader cannot join the list; empty if they can."""
    offers: list[Offer]
    """To the reader."""
    sought: list[tuple[TableSeat, Offer | None]]
    """For organisers: the seats that seek a substitute, each with its open offer."""


@page_of(get_own_season)
def substitutes(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """The list of substitutes, and the offers to the reader."""
    listed = list(access.season.substitutes.select_related("user").order_by("pk"))
    offers = list(services.open_offers(access.season).order_by("pk"))
    sought = TableSeat.objects.filter(table__round__season=access.season, sought_at__isnull=False).select_related(
        "table__round", "table__division", "entry__user"
    )
    asked: dict[int, Offer] = {offer.seat_id: offer for offer in offers}
    is_listed = any(volunteer.user_id == request.user.pk for volunteer in listed)
    page = SubstitutesPage(
        access=access,
        listed=listed,
        is_listed=is_listed,
        closed="" if is_listed else services.why_not_on_list(access.season, request.user),
        offers=[offer for offer in offers if offer.user_id == request.user.pk],
        sought=[(seat, asked.get(seat.pk)) for seat in sought.order_by("sought_at")] if access.organises else [],
    )
    return show(request, "leagues/substitutes/substitutes.html", page)


volunteer = posts_to(services.volunteer, get_own_season, "substitutes", rate=("volunteer", "30/d"))
stand_down = posts_to(services.stand_down, get_own_season, "substitutes")


@takes_post(get_own_season, "substitutes", AnswerOfferForm)
def answer_offer(posted: Posted, offer_id: int) -> HttpResponse | None:
    """Redirect a substitute who accepts to the table."""
    game = services.answer_offer(**posted.keys, **posted.data, offer_id=offer_id)
    if game is None:
        return None
    messages.success(posted.request, _("The seat is yours now. Thank you!"))
    return redirect(game)


@takes_post(get_organised_season, "round", ReasonForm, asks=consequences.of_replacing_player, back=came_from_list)
def replace_player(posted: Posted, number: int, pk: int) -> None:
    """Let a bot play in the seat, and say who has been asked to take it."""
    services.replace_player(**posted.keys, seat_id=pk, reason=posted.data["reason"])
    offer = services.open_offers(posted.access.season).filter(seat=pk).first()
    text = _("A bot plays in the seat now.")
    if offer is not None:
        text = _("A bot plays in the seat now, and %(name)s has been asked to take it over.")
        text %= {"name": offer.user}
    messages.success(posted.request, text)
