"""The pages about ratings: those of a club's members, and the history of one person."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.presentation.table_titles import title
from games.statistics.luck import AboveExpectation
from infrastructure.pages import render_page
from infrastructure.paging import Page, page
from leagues.access import ClubAccess, get_club_or_404
from leagues.models import Rating, RatingChange
from leagues.pages import ClubPage
from leagues.ratings.context import LONGEST, changes_of, luck_in, ranking, ratings_of, visible_game
from leagues.ratings.models import SETTLED
from leagues.responses import page_of, show
from leagues.statistics.luck import luck_in_matches, luck_of_people
from players.models import User
from players.profiles.audience import may_see
from players.requests import PersonRequest

CHANGES_SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class RatingsPage(ClubPage):
    lines: list[tuple[Rating, AboveExpectation | None]]
    shows_luck: bool
    family: str
    most: int = LONGEST
    settled: int = SETTLED

    @property
    def families(self) -> list[tuple[str, Any]]:
        return Rating.Family.choices

    @property
    def luck_query(self) -> str:
        return f"game={self.family}&"


@dataclass(frozen=True, kw_only=True)
class RatingPage:
    person: User
    ratings: list[tuple[Rating, AboveExpectation | None]]
    page: Page[RatingChange]
    steps: list[tuple[RatingChange, Game | None, str, AboveExpectation | None]]
    """Each change with its match and the title, if the reader may see it, and the points above expectation."""
    settled: int = SETTLED


@page_of(get_club_or_404, is_public=True)
def ratings(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    game = request.GET.get("game", "")
    family = game if game in Rating.Family.values else Rating.Family.NAPOLEON.value
    lines = list(ranking(access.club, family, request.user))
    shows_luck = request.GET.get("luck") == "1"
    luck = luck_in(lines, family, request.user) if shows_luck else {}
    page = RatingsPage(
        access=access,
        lines=[(line, luck.get(line.user_id or 0)) for line in lines],
        shows_luck=shows_luck,
        family=family,
    )
    return show(request, "leagues/ratings/ratings.html", page)


@require_safe
@never_cache
def rating(request: PersonRequest, pk: int) -> HttpResponse:
    """The history of a person's ratings, match by match, for the readers whom the person allows."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    if not may_see(request.user, person):
        return render(request, "games/statistics/not_shared.html", {"person": person}, status=403)
    part = page(changes_of(person), request.GET.get("after"), CHANGES_SHOWN, newest=True)
    luck = luck_in_matches(person, [change.game_id for change in part.rows])
    context = RatingPage(
        person=person,
        ratings=[(rating, luck_of_people([person.pk], rating.family).get(person.pk)) for rating in ratings_of(person)],
        page=part,
        steps=[
            (change, game, title(game) if game else "", luck.get(change.game_id) if game else None)
            for change in part.rows
            for game in [visible_game(change, request.user)]
        ],
    )
    return render_page(request, "leagues/ratings/rating.html", context)
