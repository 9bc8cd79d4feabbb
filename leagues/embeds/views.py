"""Standings and rounds of public clubs for the frames of other sites."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone

from infrastructure.embeds import embed
from infrastructure.pages import render_page
from leagues.access import DivisionAccess, SeasonAccess, get_division_or_404, get_season_or_404
from leagues.models import Round
from leagues.rounds.progress import RoundProgress, progress, read_round
from leagues.standings.context import StandingsSheet, standings_sheet
from leagues.teams.table import TeamTable, team_table

READER = AnonymousUser()


@dataclass(frozen=True, slots=True)
class EmbeddedStandings:
    """The context of ``leagues/embeds/standings.html``."""

    access: DivisionAccess
    sheet: StandingsSheet
    whole_page: str


@dataclass(frozen=True, slots=True)
class EmbeddedRound:
    """The context of ``leagues/embeds/round.html``."""

    access: SeasonAccess
    number: int
    progress: RoundProgress
    whole_page: str


@dataclass(frozen=True, slots=True)
class EmbeddedTeams:
    """The context of ``leagues/embeds/teams.html``."""

    access: SeasonAccess
    table: TeamTable
    whole_page: str


@embed
def standings(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    access = get_division_or_404(READER, slug, season, number)
    sheet = standings_sheet(access.division, READER, organises=False)
    page = EmbeddedStandings(access, sheet, access.path("standings"))
    return render_page(request, "leagues/embeds/standings.html", page)


@embed
def teams(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    access = get_season_or_404(READER, slug, season)
    page = EmbeddedTeams(access, team_table(access.season), access.path("teams"))
    return render_page(request, "leagues/embeds/teams.html", page)


@embed
def round_page(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    access = get_season_or_404(READER, slug, season)
    found = get_object_or_404(Round, season=access.season, number=number)
    now = timezone.now()
    shown = progress(read_round(access.season, found, now), READER, now, organises=False)
    page = EmbeddedRound(access, number, shown, access.path("round", number))
    return render_page(request, "leagues/embeds/round.html", page)
