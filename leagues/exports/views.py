"""Files of clubs and seasons, their calendars, and the page that lists them."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.views.decorators.http import conditional_page, require_safe

from games.access import Visitor, get_feed_or_404
from infrastructure.rate_limits import limit
from infrastructure.workbooks import CONTENT_TYPE
from leagues.access import ClubAccess, get_club_or_404, get_own_club, get_season_or_404
from leagues.exports.calendar import calendar_of
from leagues.exports.csv_files import EXPORTS, MEMBERS, Export, members_of
from leagues.exports.csv_format import csv_response
from leagues.exports.json_files import json_response
from leagues.exports.workbook import workbook_of
from leagues.models import Season
from leagues.pages import ClubPage
from leagues.responses import page_of, show
from leagues.seasons.context import seasons_of
from players.models import CalendarFeed
from players.requests import PersonRequest

SEASONS_SHOWN = 30


@dataclass(frozen=True, kw_only=True)
class FilesPage(ClubPage):
    seasons: list[Season]
    kinds: list[str]
    feed: CalendarFeed | None


@page_of(get_club_or_404, is_public=True)
def files(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """All files of the club, its calendar, and links to the imports of people."""
    feed = None
    if not access.club.is_public:
        feed = CalendarFeed.objects.filter(user=request.user.pk).first()
    page = FilesPage(
        access=access, seasons=list(seasons_of(access).order_by("-pk")[:SEASONS_SHOWN]), kinds=list(EXPORTS), feed=feed
    )
    return show(request, "leagues/exports/files.html", page)


@login_not_required
@require_safe
def season_csv(request: HttpRequest, slug: str, season: str, what: str) -> HttpResponseBase:
    """A CSV file of the season: members, seatings, results or standings."""
    access = get_season_or_404(request.user, slug, season)
    limit(request, "season_rows", "120/h", costly=True)
    export = _export(what)
    name = f"{slug}-{season}-{what}"
    return csv_response(name, export.heading, export.rows(access.season))


@login_not_required
@require_safe
def season_json(request: HttpRequest, slug: str, season: str, what: str) -> HttpResponseBase:
    """The same as JSON."""
    access = get_season_or_404(request.user, slug, season)
    limit(request, "season_rows", "120/h", costly=True)
    export = _export(what)
    return json_response(export.heading, export.rows(access.season))


def _export(what: str) -> Export:
    if what not in EXPORTS:
        raise Http404
    return EXPORTS[what]


@login_not_required
@require_safe
def season_workbook(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """All files of the season as one Excel workbook."""
    access = get_season_or_404(request.user, slug, season)
    limit(request, "season_workbook", "30/h", costly=True)
    response = HttpResponse(workbook_of(access.season), content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{slug}-{season}.xlsx"'
    return response


@require_safe
def members_csv(request: PersonRequest, slug: str) -> HttpResponseBase:
    access = get_own_club(request.user, slug)
    return csv_response(f"{slug}-members", MEMBERS, members_of(access.club))


@require_safe
def members_json(request: PersonRequest, slug: str) -> HttpResponseBase:
    return json_response(MEMBERS, members_of(get_own_club(request.user, slug).club))


@login_not_required
@require_safe
@conditional_page
def rounds_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds of a public club. Calendar programs send no cookie, so they need no login here."""
    return _calendar(request.user, slug)


@login_not_required
@require_safe
@conditional_page
def own_rounds_calendar(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The rounds of a private club, at an address that is the secret of one member."""
    user = get_feed_or_404(token).user
    with translation.override(user.own_language):
        response = _calendar(user, slug)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _calendar(user: Visitor, slug: str) -> HttpResponse:
    return calendar_of(get_club_or_404(user, slug).club)
