"""Looking back on a deal that has ended: every position has an address."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.drawing import review_picture as picture_of
from games.presenting.review import review as review_of
from games.presenting.review_links import Address
from games.reviewing import replay_of
from games.reviewing.position import reviewable
from players.limits import limit

from .positions import begun_game_or_404, own_number, position_or_404, position_page, wish
from .table import VisitorRequest


@login_not_required
@require_safe
@never_cache
def review(request: VisitorRequest, slug: str) -> HttpResponse:
    """Go to the deal asked for, or to the first that may be looked back on."""
    game = begun_game_or_404(request, slug)
    found = [end.number for end in reviewable(replay_of(game), own_number(request, game))]
    asked = request.GET.get("deal", "")
    if not found or (asked and asked not in map(str, found)):
        raise Http404
    number = int(asked) if asked else found[0]
    return redirect(Address(game.slug, number, *wish(request, game)).to(0))


@login_not_required
@require_safe
@never_cache
def review_deal(request: VisitorRequest, slug: str, deal: int) -> HttpResponse:
    """The position that the slider stands at; without htmx by way of its own address."""
    game = begun_game_or_404(request, slug)
    asked = request.GET.get("step", "0")
    step = int(asked) if len(asked) < 6 and asked.isdecimal() else 0
    at = position_or_404(request, game, deal, step)
    if request.htmx:
        return position_page(request, game, at)
    return redirect(Address(slug, deal, *wish(request, game)).to(step))


@login_not_required
@require_safe
@never_cache
def review_step(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """One position of a deal."""
    game = begun_game_or_404(request, slug)
    return position_page(request, game, position_or_404(request, game, deal, step))


@login_not_required
@require_safe
@never_cache
def review_picture(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """The position as a picture, for the previews of its address."""
    game = begun_game_or_404(request, slug)
    at, asked = position_or_404(request, game, deal, step), wish(request, game)
    limit(request, "review_picture", "120/m")
    page = review_of(game, at, own=own_number(request, game), seen_by=asked.seen_by, times=False)
    return HttpResponse(picture_of(page), content_type="image/png")
