"""The pages about ratings: those of a club's members, and the history of one person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.presentation.table_titles import title
from infrastructure.paging import page
from leagues.access import ClubAccess, get_club_or_404
from leagues.models import Rating
from leagues.ratings.context import LONGEST, changes_of, luck_in, ranking, ratings_of, visible_game
from leagues.responses import page_of, show
from leagues.statistics.luck import luck_in_matches, luck_of_people
from players.models import User
from players.profiles.audience import may_see
from players.requests import PersonRequest

CHANGES_SHOWN = 50


@page_of(get_club_or_404, is_public=True)
def ratings(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The ratings of the club's members."""
    game = request.GET.get("game", "")
    family = game if game in Rating.Family.values else Rating.Family.NAPOLEON.value
    lines = list(ranking(access.club, family, request.user))
    shows_luck = request.GET.get("luck") == "1"
    luck = luck_in(lines, family, request.user) if shows_luck else {}
    return show(
        request,
        "leagues/ratings/ratings.html",
        access,
        lines=[(line, luck.get(line.user_id or 0)) for line in lines],
        shows_luck=shows_luck,
        luck_query=f"game={family}&",
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
    luck = luck_in_matches(person, [one.game_id for one in found.rows])
    context = {
        "person": person,
        "ratings": [
            (one, luck_of_people([person.pk], one.family).get(person.pk))
            for one in ratings_of(person)
        ],
        "page": found,
        "steps": [
            (one, game, title(game) if game else "", luck.get(one.game_id) if game else None)
            for one in found.rows
            for game in [visible_game(one, request.user)]
        ],
    }
    return render(request, "leagues/ratings/rating.html", context)
