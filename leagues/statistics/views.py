"""The pages and charts with the statistics of clubs and seasons."""

from dataclasses import dataclass, field
from datetime import date

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.statistics.context import ChartedTable, chosen, of_its_own, picture, totals, with_charts
from games.statistics.counting import Counts
from games.statistics.figures import Figures
from games.statistics.forms import ClubStatisticsForm, PeriodForm
from infrastructure.rate_limits import limit
from infrastructure.replica import from_replica
from leagues.access import (
    ClubAccess,
    DivisionAccess,
    SeasonAccess,
    get_club_or_404,
    get_division_or_404,
    get_season_or_404,
)
from leagues.models import Club, Season, SeasonStatistics
from leagues.pages import ClubPage, DivisionPage
from leagues.responses import page_of, show
from leagues.statistics.leaders import LeaderList, leaders_of


@dataclass(frozen=True, kw_only=True)
class StatisticsPage(ClubPage):
    form: forms.Form
    found: Figures | None = None
    sheets: list[ChartedTable] = field(default_factory=list)
    game_name: str = ""


@dataclass(frozen=True, kw_only=True)
class LeadersPage(DivisionPage):
    lists: list[LeaderList]


@page_of(get_club_or_404, is_public=True)
@from_replica
def club_statistics(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    form, template = ClubStatisticsForm(request.GET), "leagues/statistics/club.html"
    if not form.is_valid():
        return show(request, template, StatisticsPage(access=access, form=form), 400)
    found, game = _of_club(access.club, form)
    sheets = with_charts(found, access.path("club_statistics"), request.GET)
    page = StatisticsPage(access=access, form=form, found=found, sheets=sheets, game_name=form.name_of(game))
    return show(request, template, page)


@page_of(get_club_or_404, is_public=True)
@of_its_own
@from_replica
def club_chart(request: HttpRequest, access: ClubAccess, name: str) -> HttpResponse:
    limit(request, "chart", "600/m")
    form = ClubStatisticsForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    return picture(_of_club(access.club, form)[0], name, _theme(request))


@page_of(get_season_or_404, is_public=True)
@from_replica
def season_statistics(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    """The statistics of one season, which has one set of rules."""
    form, template = PeriodForm(request.GET), "leagues/statistics/season.html"
    if not form.is_valid():
        return show(request, template, StatisticsPage(access=access, form=form), 400)
    found = _of_season(access.season, form)
    sheets = with_charts(found, access.path("season_statistics"), request.GET)
    return show(request, template, StatisticsPage(access=access, form=form, found=found, sheets=sheets))


@page_of(get_season_or_404, is_public=True)
@of_its_own
@from_replica
def season_chart(request: HttpRequest, access: SeasonAccess, name: str) -> HttpResponse:
    limit(request, "chart", "600/m")
    form = PeriodForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    return picture(_of_season(access.season, form), name, _theme(request))


@page_of(get_division_or_404)
@from_replica
def leaders(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """Who leads a division in each role, by contracts, by tricks and by pictures."""
    lists = leaders_of(access.division, access.is_member)
    return show(request, "leagues/statistics/leaders.html", LeadersPage(access=access, lists=lists))


def _of_club(club: Club, form: ClubStatisticsForm) -> tuple[Figures, str]:
    """Seasons in preparation have played nothing, so these figures hide nothing and reveal nothing."""
    return chosen(form, _rows(SeasonStatistics.objects.filter(season__club=club), form), is_group=True)


def _of_season(season: Season, form: PeriodForm) -> Figures:
    return totals(_rows(SeasonStatistics.objects.filter(season=season), form), is_group=True)


def _rows(rows: QuerySet[SeasonStatistics], form: PeriodForm) -> list[tuple[str, date, Counts]]:
    found = rows.filter(**form.conditions())
    return list(found.values_list("preset", "month", "counts_json"))


def _theme(request: HttpRequest) -> str:
    return request.user.theme if request.user.is_authenticated else ""
