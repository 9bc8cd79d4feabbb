"""Reviewing a deal that has ended: every position has an address."""

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from games.models import Game
from games.requests import VisitorRequest
from games.review.context import review as review_of
from games.review.links import Address
from games.review.picture import review_picture as picture_of
from games.review.position import Position, reviewable
from games.review.position_page import (
    begun_game_or_404,
    own_number,
    position_or_404,
    position_page,
    replay_for,
    view_options,
)
from infrastructure.rate_limits import limit
from infrastructure.requests import parse_number, public_page


@public_page
def review(request: VisitorRequest, slug: str) -> HttpResponse:
    """Redirect to the deal asked for, or to the first that the reader may review."""
    game = begun_game_or_404(request, slug)
    numbers = [end.number for end in reviewable(replay_for(request.user, game), own_number(request, game))]
    asked = request.GET.get("deal", "")
    if not numbers or (asked and asked not in map(str, numbers)):
        raise Http404
    number = int(asked) if asked else numbers[0]
    return redirect(Address(game.slug, number, *view_options(request, game)).to(0))


@public_page
def review_deal(request: VisitorRequest, slug: str, deal: int) -> HttpResponse:
    """Show the position of the slider; without htmx, redirect to the address of that position."""
    game = begun_game_or_404(request, slug)
    step = parse_number(request.GET.get("step")) or 0
    at = position_or_404(request, game, deal, step)
    if request.htmx:
        return position_page(request, game, at)
    return redirect(Address(slug, deal, *view_options(request, game)).to(step))


@public_page
def review_step(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """Show one position of a deal."""
    game = begun_game_or_404(request, slug)
    return position_page(request, game, position_or_404(request, game, deal, step))


@public_page
def review_picture(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """Draw the position as a PNG image for link previews."""
    game = begun_game_or_404(request, slug)
    return _picture(request, game, position_or_404(request, game, deal, step))


@public_page
def result_picture(request: VisitorRequest, slug: str, deal: int) -> HttpResponse:
    """Draw the result of a deal as a PNG image for links to the page of its match."""
    game = begun_game_or_404(request, slug)
    at = position_or_404(request, game, deal, 0)
    return _picture(request, game, replace(at, step=at.last))


def _picture(request: VisitorRequest, game: Game, at: Position) -> HttpResponse:
    options = view_options(request, game)
    limit(request, "review_picture", "120/m")
    page = review_of(game, at, own=own_number(request, game), seen_by=options.seen_by, times=False)
    return HttpResponse(picture_of(page), content_type="image/png")
