"""The pages about ratings: those of a club's members, and the history of one person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.paging import page
from games.presentation.table_titles import title
from leagues.access import ClubAccess, get_club_or_404
from leagues.models import Rating
from leagues.ratings.context import LONGEST, changes_of, ranking, ratings_of, visible_game
from leagues.responses import page_of, show
from players.models import User
from players.profiles.audience import may_see
from players.requests import PersonRequest

CHANGES_SHOWN = 50


@page_of(get_club_or_404, is_public=True)
def ratings(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The ratings of the club's members."""
    game = request.GET.get("game", "")
    family = game if game in Rating.Family.values else Rating.Family.NAPOLEON.value
    return show(
        request,
        "leagues/ratings/ratings.html",
        access,
        lines=ranking(access.club, family, request.user),
        family=family,
        families=Rating.Family.choices,
        most=LONGEST,
    )


@require_safe
@never_cache
def rating(request: PersonRequest, pk: int) -> HttpResponse:
    """The history of a person's ratings, match by match, for the readers whom the person allows."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    if not may_see(request.user, person):
        return render(request, "games/statistics/not_shared.html", {"person": person}, status=403)
    found = page(changes_of(person), request.GET.get("after"), CHANGES_SHOWN, newest=True)
    context = {
        "person": person,
        "ratings": ratings_of(person),
        "page": found,
        "steps": [
            (one, game, title(game) if game else "")
            for one in found.rows
            for game in [visible_game(one, request.user)]
        ],
    }
    return render(request, "leagues/ratings/rating.html", context)
