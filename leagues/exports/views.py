"""The pages for files of clubs and seasons, imports of people, and calendars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.access import Visitor, get_feed_or_404
from leagues.access import (
    ClubAccess,
    SeasonAccess,
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
from leagues.responses import form_of, page_of, show
from leagues.seasons.context import seasons_of
from players.models import CalendarFeed
from players.rate_limits import limit
from players.requests import PersonRequest, refused

SEASONS_SHOWN = 30


@page_of(get_club_or_404, is_public=True)
def files(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """All exports of the club, and its imports."""
    feed = None
    if not access.club.is_public:
        feed = CalendarFeed.objects.filter(user=request.user.pk).first()
    return show(
        request,
        "leagues/exports/files.html",
        access,
        seasons=seasons_of(access).order_by("-pk")[:SEASONS_SHOWN],
        kinds=list(EXPORTS),
        feed=feed,
    )


@login_not_required
@require_safe
def season_csv(request: HttpRequest, slug: str, season: str, what: str) -> HttpResponseBase:
    """A CSV file of the season: members, seatings, results or standings."""
    access = get_season_or_404(request.user, slug, season)
    if what not in EXPORTS:
        raise Http404
    export = EXPORTS[what]
    name = f"{slug}-{season}-{what}"
    return csv_response(name, export.heading, export.rows(access.season))


@require_safe
def members_csv(request: PersonRequest, slug: str) -> HttpResponseBase:
    access = get_own_club(request.user, slug)
    return csv_response(f"{slug}-members", MEMBERS, members_of(access.club))


# --- Calendars ---


@login_not_required
@require_safe
def rounds_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds of a public club. Calendar programs send no cookie, so they need no login here."""
    return _calendar(request.user, slug)


@login_not_required
@require_safe
def own_rounds_calendar(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The rounds of a private club, at an address that is the secret of one member."""
    user = get_feed_or_404(token).user
    with translation.override(user.own_language):
        response = _calendar(user, slug)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _calendar(user: Visitor, slug: str) -> HttpResponse:
    text = calendar_of(get_club_or_404(user, slug).club)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


# --- Lists of people ---


@form_of(get_organised_season)
def import_entries(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Enter many members of the club."""
    season = access.season
    if season.is_over:
        return refused(request, _("This season is over."), access.home)
    check = partial(people_import.check_for_season, season)

    def do(lines: list[PersonLine]) -> list[PersonLine]:
        lines = people_import.enter_all(season, request.user, lines)
        n = _in_order(lines)
        text = ngettext("%(n)s member was entered.", "%(n)s members were entered.", n)
        messages.success(request, text % {"n": n})
        return lines

    done = season.get_absolute_url()
    return _import(request, access, check, do, "import_entries", "20/d", done)


@form_of(get_organised_club)
def import_members(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Invite many people, by mail or by name."""
    club = access.club
    if club.closed_at is not None:
        return redirect(club)
    check = partial(people_import.check_for_club, club)

    def do(lines: list[PersonLine]) -> list[PersonLine]:
        lines = people_import.invite_all(club, request.user, lines)
        n = _in_order(lines)
        text = ngettext("%(n)s person was invited.", "%(n)s people were invited.", n)
        messages.success(request, text % {"n": n})
        return lines

    done = access.path("invitations")
    return _import(request, access, check, do, "import_members", "5/d", done)


def _import(
    request: PersonRequest,
    access: ClubAccess,
    check: Callable[[list[PersonLine]], list[PersonLine]],
    do: Callable[[list[PersonLine]], list[PersonLine]],
    name: str,
    rate: str,
    done: str,
) -> HttpResponse:
    """The first post checks the list, the second one confirms it. What was mended in it is checked first."""
    prefer_mail = not isinstance(access, SeasonAccess)
    form = ImportForm(request.POST or None, request.FILES or None, prefer_mail=prefer_mail)
    lines: list[PersonLine] = []
    is_done = False
    if form.is_valid():
        lines = check(form.lines)
        is_done = "confirm" in request.POST and not form.is_mended
        if is_done:
            limit(request, name, rate)
            lines = do(lines)
            if not any(line.error for line in lines):
                return redirect(done)
    lines, text = _to_mend(lines, form.cleaned_data["text"] if lines else "", is_done=is_done)
    good = _in_order(lines)
    return show(
        request,
        f"leagues/exports/{name}.html",
        access,
        form=form,
        lines=lines,
        good=good,
        bad=len(lines) - good,
        text=text,
        is_done=is_done,
    )


def _to_mend(lines: list[PersonLine], text: str, *, is_done: bool) -> tuple[list[PersonLine], str]:
    """The lines with their places in the text to mend: the whole list, or once it is carried out what is left of it."""
    if not is_done:
        return [replace(line, place=line.number) for line in lines], text
    left = [line for line in lines if line.error]
    places = {line.number: place for place, line in enumerate(left, start=1)}
    placed = [replace(line, place=places.get(line.number, 0)) for line in lines]
    return placed, people_import.text_of(left)


def _in_order(lines: list[PersonLine]) -> int:
    return sum(not line.error for line in lines)
