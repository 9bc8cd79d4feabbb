"""The pages of weeks of boards: the list, a series with its weeks and standings, planning one and ending it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.boards.fair_play import ask_for_analyses, fair_play
from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import (
    BoardSeriesAccess,
    ClubAccess,
    get_board_series_or_404,
    get_club_or_404,
    get_organised_board_series,
    get_organised_club,
)
from leagues.board_weeks import services
from leagues.board_weeks.context import FairPlayPage, closed_week_or_404, series_list_page, series_page
from leagues.board_weeks.forms import BoardSeriesForm
from leagues.locks import ClubError
from leagues.pages import ClubFormPage
from leagues.responses import Full, Posted, form_of, page_of, refuse_in_form, show, takes_post
from players.requests import PersonRequest


@page_of(get_club_or_404, is_public=True)
def series_list(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    return show(request, "leagues/board_weeks/series_list.html", series_list_page(access))


@page_of(get_board_series_or_404, is_public=True)
def series(request: HttpRequest, access: BoardSeriesAccess) -> HttpResponse:
    return show(request, "leagues/board_weeks/series.html", series_page(access, access.series, request.user))


@form_of(get_organised_club, Full(services.why_no_more, "board_series_list"))
def new_series(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Plan weeks of boards."""
    form = BoardSeriesForm(request.POST or None, access.club)
    if form.is_valid():
        limit(request, "new_board_series", "20/d")
        try:
            return redirect(services.plan(**access.keys, user=request.user, **form.cleaned_data))
        except ClubError as error:
            refuse_in_form(form, access, error)
    return show(request, "leagues/board_weeks/new_series.html", ClubFormPage(access=access, form=form))


@takes_post(get_organised_board_series, "board_series_list", asks=consequences.of_ending_board_series)
def end_series(posted: Posted) -> HttpResponse:
    """Open no further week."""
    services.end(**posted.keys, series_id=posted.access.series.pk)
    messages.success(posted.request, _("No further week opens."))
    return redirect("leagues:board_series_list", posted.access.club.slug)


@form_of(get_organised_board_series)
def fair_play_of_week(request: PersonRequest, access: BoardSeriesAccess, number: int) -> HttpResponse:
    """The figures about fair play in a week that has closed; a post requests more analyses."""
    week, board_set = closed_week_or_404(access.series, number)
    if request.method == "POST":
        limit(request, "fair_play_analyses", "30/d")
        ask_for_analyses(board_set, request.user)
        return redirect(request.path)
    page = FairPlayPage(
        access=access, series=access.series, week=week, board_set=board_set, report=fair_play(board_set)
    )
    return show(request, "leagues/board_weeks/fair_play.html", page)
