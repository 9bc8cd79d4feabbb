"""Looking back on a deal that has ended: every position has an address."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import get_game_or_404, seat_of
from games.drawing import review_picture as picture_of
from games.models import Game
from games.presenting.review import review as review_of
from games.presenting.review_links import Address
from games.presenting.tables import title
from games.reviewing import Position, position, replay_of
from games.reviewing.position import reviewable
from players.limits import limit

from .table import VisitorRequest


class Wish(NamedTuple):
    """What the address asks for besides the position."""

    seen_by: int | None
    times: bool


@login_not_required
@require_safe
@never_cache
def review(request: VisitorRequest, slug: str) -> HttpResponse:
    """Go to the deal asked for, or to the first that may be looked back on."""
    game = _begun(request, slug)
    found = [end.number for end in reviewable(replay_of(game), _own(request, game))]
    asked = request.GET.get("deal", "")
    if not found or (asked and asked not in map(str, found)):
        raise Http404
    number = int(asked) if asked else found[0]
    return redirect(Address(game.slug, number, *_wish(request, game)).to(0))


@login_not_required
@require_safe
@never_cache
def review_deal(request: VisitorRequest, slug: str, deal: int) -> HttpResponse:
    """The position that the slider stands at; without htmx by way of its own address."""
    game = _begun(request, slug)
    asked = request.GET.get("step", "0")
    step = int(asked) if len(asked) < 6 and asked.isdecimal() else 0
    at = _position(request, game, deal, step)
    if request.htmx:
        return _page(request, game, at)
    return redirect(Address(slug, deal, *_wish(request, game)).to(step))


@login_not_required
@require_safe
@never_cache
def review_step(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """One position of a deal."""
    game = _begun(request, slug)
    return _page(request, game, _position(request, game, deal, step))


@login_not_required
@require_safe
@never_cache
def review_picture(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """The position as a picture, for the previews of its address."""
    game = _begun(request, slug)
    at, wish = _position(request, game, deal, step), _wish(request, game)
    limit(request, "review_picture", "120/m")
    page = review_of(game, at, own=_own(request, game), seen_by=wish.seen_by, times=False)
    return HttpResponse(picture_of(page), content_type="image/png")


def _begun(request: VisitorRequest, slug: str) -> Game:
    game = get_game_or_404(request.user, slug)
    if game.started_at is None:
        raise Http404
    return game


def _own(request: VisitorRequest, game: Game) -> int | None:
    seat = seat_of(request.user, game)
    return seat.number if seat else None


def _position(request: VisitorRequest, game: Game, deal: int, step: int) -> Position:
    found = position(replay_of(game), _own(request, game), deal, step)
    if found is None:
        raise Http404
    return found


def _wish(request: VisitorRequest, game: Game) -> Wish:
    """Seats are counted from 1 in addresses, as people do."""
    seat = request.GET.get("as", "")
    if not seat:
        return Wish(None, request.GET.get("times") == "1")
    if seat not in {str(number + 1) for number in range(game.rules.players)}:
        raise Http404
    return Wish(int(seat) - 1, request.GET.get("times") == "1")


def _page(request: VisitorRequest, game: Game, at: Position) -> HttpResponse:
    wish = _wish(request, game)
    own = _own(request, game)
    page = review_of(game, at, own=own, seen_by=wish.seen_by, times=wish.times)
    context = {
        "game": game,
        "title": title(game),
        "review": page,
        "review_url": reverse("games:review", args=[game.slug]),
        "site_url": settings.SITE_URL,
    }
    if not request.htmx or request.htmx.history_restore_request:
        return render(request, "games/review.html", context)
    response = render(request, "games/_review_answer.html", context)
    response["HX-Push-Url"] = page.links.here
    return response
