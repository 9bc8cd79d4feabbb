"""The pages for files of clubs and seasons, imports of people, calendars, and score sheets for print."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import translation
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import get_feed_or_404
from leagues.access import (
    get_club_or_404,
    get_organised_club,
    get_organised_season,
    get_own_club,
    get_season_or_404,
)
from leagues.exports import people_import
from leagues.exports.calendar import calendar_of
from leagues.exports.csv_exports import EXPORTS, MEMBERS, csv_response, members_of
from leagues.exports.forms import ImportForm
from leagues.exports.people_import import PersonLine
from leagues.exports.score_sheets import score_sheets_of
from leagues.locks import ClubError, refuse_over
from leagues.models import Round, Season
from leagues.responses import get_or_post, refused, show
from players.models import CalendarFeed
from players.rate_limits import limit
from players.requests import PersonRequest

SEASONS_SHOWN = 30


@login_not_required
@require_safe
@never_cache
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """All exports of the club, and its imports."""
    place = get_club_or_404(request.user, slug)
    seasons = Season.objects.filter(club=place.club).order_by("-pk")
    if not place.organises:
        seasons = seasons.exclude(state=Season.State.DRAFT)
    feed = None
    if not place.club.is_public:
        feed = CalendarFeed.objects.filter(user=request.user.pk).first()
    return show(
        request,
        "leagues/exports/files.html",
        place,
        seasons=seasons[:SEASONS_SHOWN],
        kinds=list(EXPORTS),
        feed=feed,
    )


@login_not_required
@require_safe
def season_csv(request: HttpRequest, slug: str, season: str, what: str) -> HttpResponseBase:
    """A CSV file of the season: members, seatings, results or standings."""
    place = get_season_or_404(request.user, slug, season)
    if what not in EXPORTS:
        raise Http404
    export = EXPORTS[what]
    name = f"{slug}-{season}-{what}"
    return csv_response(name, export.heading, export.rows(place.season))


@require_safe
def members_csv(request: PersonRequest, slug: str) -> HttpResponseBase:
    place = get_own_club(request.user, slug)
    return csv_response(f"{slug}-members", MEMBERS, members_of(place.club))


# --- Calendars ---


@login_not_required
@require_safe
def rounds_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds of a public club. Calendar programs send no cookie, so they need no login here."""
    return _calendar(request, slug)


@login_not_required
@require_safe
def own_rounds_calendar(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The rounds of a private club, at an address that is the secret of one member."""
    request.user = user = get_feed_or_404(token).user
    with translation.override(user.own_language):
        response = _calendar(request, slug)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _calendar(request: HttpRequest, slug: str) -> HttpResponse:
    place = get_club_or_404(request.user, slug)
    response = HttpResponse(calendar_of(place.club))
    response["Content-Type"] = "text/calendar; charset=utf-8"
    return response


# --- Lists of people ---


@get_or_post
def import_entries(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Enter many members of the club: the first post checks the list, the second one confirms it."""
    here = get_organised_season(request.user, slug, season)
    try:
        refuse_over(here.season)
    except ClubError as error:
        return refused(request, str(error), here.season.get_absolute_url())
    form = ImportForm(request.POST or None, request.FILES or None, prefer_mail=False)
    lines: list[PersonLine] = []
    if form.is_valid():
        lines = people_import.check_for_season(here.season, form.lines)
        if "confirm" in request.POST:
            limit(request, "import_entries", "20/d")
            lines = people_import.enter_all(here.season, request.user, lines)
            _report_imported(request, lines)
            if not any(line.error for line in lines):
                return redirect(here.season)
    return show(
        request,
        "leagues/exports/import_entries.html",
        here.of_club,
        status=_status(form),
        season=here.season,
        **_context(request, form, lines),
    )


@get_or_post
def import_members(request: PersonRequest, slug: str) -> HttpResponse:
    """Invite many people, by mail or by name, in the same two steps."""
    place = get_organised_club(request.user, slug)
    if place.club.closed_at is not None:
        return redirect(place.club)
    form = ImportForm(request.POST or None, request.FILES or None, prefer_mail=True)
    lines: list[PersonLine] = []
    if form.is_valid():
        lines = people_import.check_for_club(place.club, form.lines)
        if "confirm" in request.POST:
            limit(request, "import_members", "5/d")
            lines = people_import.invite_all(place.club, request.user, lines)
            _report_imported(request, lines)
            if not any(line.error for line in lines):
                return redirect("leagues:invitations", slug)
    context = _context(request, form, lines)
    status = _status(form)
    return show(request, "leagues/exports/import_members.html", place, status=status, **context)


def _status(form: ImportForm) -> int:
    return 422 if form.is_bound and not form.is_valid() else 200


def _context(request: HttpRequest, form: ImportForm, lines: list[PersonLine]) -> dict[str, object]:
    good = [line for line in lines if not line.error]
    return {
        "form": form,
        "lines": lines,
        "good": len(good),
        "bad": len(lines) - len(good),
        "text": form.cleaned_data["text"] if lines else "",
        "is_done": bool(lines) and "confirm" in request.POST,
    }


def _report_imported(request: HttpRequest, lines: list[PersonLine]) -> None:
    done = sum(not line.error for line in lines)
    text = ngettext("%(n)s line was carried out.", "%(n)s lines were carried out.", done)
    messages.success(request, text % {"n": done})


# --- Paper ---


@login_not_required
@require_safe
@never_cache
def score_sheets(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """The score sheets of a round's tables: the finished deals, and blank lines for the others."""
    here = get_season_or_404(request.user, slug, season)
    round_ = get_object_or_404(Round.objects.all(), season=here.season, number=number)
    return show(
        request,
        "leagues/exports/score_sheets.html",
        here.of_club,
        season=here.season,
        round=round_,
        sheets=score_sheets_of(here.season, round_),
    )
