"""The ratings of a club's members."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access import get_club_or_404
from leagues.ratings.lists import LONGEST, ranking
from leagues.ratings.models import Rating
from leagues.views.answers import show


@login_not_required
@require_safe
@never_cache
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who of the club is how strong, as far as that is known."""
    place = get_club_or_404(request.user, slug)
    game = request.GET.get("game", "")
    family = game if game in Rating.Family.values else Rating.Family.NAPOLEON.value
    return show(
        request,
        "leagues/ratings.html",
        place,
        lines=ranking(place.club, family),
        family=family,
        families=Rating.Family.choices,
        most=LONGEST,
    )
