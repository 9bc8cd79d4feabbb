"""Statistics of clubs and seasons, for whoever may look at them."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.statistics.counting import Counts
from games.statistics.figures import Figures
from games.statistics.forms import ClubForm, PeriodForm
from games.statistics.page import chosen, of_its_own, picture, totals, with_charts
from leagues.access import Place, get_club_or_404
from leagues.models import Club, Season, SeasonTally
from leagues.seasons.access import get_season_or_404
from leagues.views.answers import show
from players.limits import limit


@login_not_required
@require_safe
@never_cache
def club_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """All seasons of the club together."""
    place = get_club_or_404(request.user, slug)
    form = ClubForm(request.GET)
    page = "leagues/club_statistics.html"
    if not form.is_valid():
        return show(request, page, place, status=400, form=form)
    found, game = _of_club(place.club, form)
    base = reverse("leagues:club_statistics", args=[slug])
    sheets = with_charts(found, base, request.GET)
    return show(
        request, page, place, form=form, found=found, sheets=sheets, game_name=form.name_of(game)
    )


@login_not_required
@require_safe
@never_cache
@of_its_own
def club_chart(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    limit(request, "chart", "600/m")
    place = get_club_or_404(request.user, slug)
    form = ClubForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    return picture(_of_club(place.club, form)[0], name, _theme(request))


@login_not_required
@require_safe
@never_cache
def season_statistics(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """One season, which is played by one set of rules."""
    here = get_season_or_404(request.user, slug, season)
    form = PeriodForm(request.GET)
    page = "leagues/season_statistics.html"
    if not form.is_valid():
        return _show(request, page, here.place, here.season, status=400, form=form)
    found = _of_season(here.season, form)
    base = reverse("leagues:season_statistics", args=[slug, season])
    sheets = with_charts(found, base, request.GET)
    return _show(request, page, here.place, here.season, form=form, found=found, sheets=sheets)


@login_not_required
@require_safe
@never_cache
@of_its_own
def season_chart(request: HttpRequest, slug: str, season: str, name: str) -> HttpResponse:
    limit(request, "chart", "600/m")
    here = get_season_or_404(request.user, slug, season)
    form = PeriodForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    return picture(_of_season(here.season, form), name, _theme(request))


def _of_club(club: Club, form: ClubForm) -> tuple[Figures, str]:
    """Not of seasons in preparation, which have played nothing; so whoever sees the club sees all of it."""
    return chosen(form, _rows(SeasonTally.objects.filter(season__club=club), form), is_group=True)


def _of_season(season: Season, form: PeriodForm) -> Figures:
    return totals(_rows(SeasonTally.objects.filter(season=season), form), is_group=True)


def _rows(tallies: QuerySet[SeasonTally], form: PeriodForm) -> list[tuple[str, date, Counts]]:
    found = tallies.filter(**form.conditions())
    return list(found.values_list("preset", "month", "counts_json"))


def _theme(request: HttpRequest) -> str:
    return request.user.theme if request.user.is_authenticated else ""


def _show(
    request: HttpRequest,
    page: str,
    place: Place,
    season: Season,
    status: int = 200,
    **words: object,
) -> HttpResponse:
    return show(request, page, place, status=status, season=season, **words)
