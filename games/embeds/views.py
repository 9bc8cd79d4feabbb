"""A finished deal and a live public table for the frames of other sites."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from games.access import get_game_or_404
from games.kernel.log import state_of
from games.models import Game
from games.presentation.points import minus
from games.presentation.table_titles import rules_line, title
from games.review.position import reviewable
from games.review.position_page import replay_for
from infrastructure.embeds import embed
from infrastructure.pages import render_page
from napoleon.engine import view

READER = AnonymousUser()


class PlayerLine(NamedTuple):
    seat: Any
    score: str
    acts: bool


@dataclass(frozen=True, slots=True)
class EmbeddedTable:
    """The context of ``games/embeds/table.html``."""

    title: str
    rules: str
    players: list[PlayerLine]
    deal: int
    deals: int
    is_over: bool
    whole_page: str


@dataclass(frozen=True, slots=True)
class EmbeddedDeal:
    """The context of ``games/embeds/deal.html``."""

    title: str
    deal: int
    picture: str
    whole_page: str


@embed
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Who sits there, the scores, and who is to act, as every spectator sees it."""
    game = get_game_or_404(READER, slug)
    if game.started_at is None or game.status == Game.Status.ON_HOLD:
        raise Http404
    known = view(state_of(game).match, None, opens=game.opens_deals)
    acting = {seat for deal in known.deals for seat in deal.to_act}
    seats = list(game.seats.all())
    players = [PlayerLine(seat, minus(known.scores[seat.number]), seat.number in acting) for seat in seats]
    page = EmbeddedTable(
        title=title(game),
        rules=rules_line(game.rules),
        players=players,
        deal=max((deal.number for deal in known.deals), default=len(known.ended)),
        deals=game.rules.deals,
        is_over=game.is_over,
        whole_page=game.get_absolute_url(),
    )
    return render_page(request, "games/embeds/table.html", page)


@embed
def deal(request: HttpRequest, slug: str, deal: int) -> HttpResponse:
    """The result of a deal that anybody may look back on, as a picture."""
    game = get_game_or_404(READER, slug)
    if game.started_at is None or deal not in {end.number for end in reviewable(replay_for(READER, game), None)}:
        raise Http404
    page = EmbeddedDeal(
        title=title(game),
        deal=deal,
        picture=reverse("games:result_picture", args=[slug, deal]),
        whole_page=reverse("games:review_deal", args=[slug, deal]),
    )
    return render_page(request, "games/embeds/deal.html", page)
