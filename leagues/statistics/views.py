"""The pages and charts with the statistics of clubs and seasons."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.statistics.context import chosen, of_its_own, picture, totals, with_charts
from games.statistics.counting import Counts
from games.statistics.figures import Figures
from games.statistics.forms import ClubStatisticsForm, PeriodForm
from leagues.access import ClubAccess, get_club_or_404, get_season_or_404
from leagues.models import Club, Season, SeasonStatistics
from leagues.responses import show
from players.rate_limits import limit


@login_not_required
@require_safe
@never_cache
def club_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """The statistics of all seasons of the club together."""
    place = get_club_or_404(request.user, slug)
    form = ClubStatisticsForm(request.GET)
    page = "leagues/statistics/club.html"
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
    form = ClubStatisticsForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    return picture(_of_club(place.club, form)[0], name, _theme(request))


@login_not_required
@require_safe
@never_cache
def season_statistics(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The statistics of one season, which has one set of rules."""
    here = get_season_or_404(request.user, slug, season)
    form = PeriodForm(request.GET)
    page = "leagues/statistics/season.html"
    if not form.is_valid():
        return _show(request, page, here.of_club, here.season, status=400, form=form)
    found = _of_season(here.season, form)
    base = reverse("leagues:season_statistics", args=[slug, season])
    sheets = with_charts(found, base, request.GET)
    return _show(request, page, here.of_club, here.season, form=form, found=found, sheets=sheets)


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


def _of_club(club: Club, form: ClubStatisticsForm) -> tuple[Figures, str]:
    """Seasons in preparation have played nothing, so these figures hide nothing and reveal nothing."""
    return chosen(
        form, _rows(SeasonStatistics.objects.filter(season__club=club), form), is_group=True
    )


def _of_season(season: Season, form: PeriodForm) -> Figures:
    return totals(_rows(SeasonStatistics.objects.filter(season=season), form), is_group=True)


def _rows(rows: QuerySet[SeasonStatistics], form: PeriodForm) -> list[tuple[str, date, Counts]]:
    found = rows.filter(**form.conditions())
    return list(found.values_list("preset", "month", "counts_json"))


def _theme(request: HttpRequest) -> str:
    return request.user.theme if request.user.is_authenticated else ""


def _show(
    request: HttpRequest,
    page: str,
    place: ClubAccess,
    season: Season,
    status: int = 200,
    **words: object,
) -> HttpResponse:
    return show(request, page, place, status=status, season=season, **words)
