"""The pages of ladders: the list, a ladder, its history, and what members and organisers do there."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import (
    ClubAccess,
    LadderAccess,
    get_club_or_404,
    get_ladder_or_404,
    get_organised_club,
    get_organised_ladder,
    get_own_ladder,
)
from leagues.forms import ApprovalForm
from leagues.ladder import services
from leagues.ladder.context import (
    HISTORY_SHOWN,
    LadderHistoryPage,
    LadderSettingsPage,
    event_lines,
    ladder_page,
    ladders_page,
)
from leagues.ladder.forms import LadderForm, MoveForm, NewLadderForm, TakeOffForm
from leagues.ladder.places import rungs_of
from leagues.locks import ClubError
from leagues.pages import ClubFormPage
from leagues.responses import Full, Posted, change, form_of, page_of, posts_to, refuse_in_form, show, takes_post
from players.requests import PersonRequest
from players.writing import keep_texts


@page_of(get_club_or_404, is_public=True)
def ladders(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    return show(request, "leagues/ladder/ladders.html", ladders_page(access))


@page_of(get_ladder_or_404, is_public=True)
def ladder(request: HttpRequest, access: LadderAccess) -> HttpResponse:
    return show(request, "leagues/ladder/ladder.html", ladder_page(access, request.user))


@page_of(get_ladder_or_404, is_public=True)
def ladder_history(request: HttpRequest, access: LadderAccess) -> HttpResponse:
    """The latest changes of places."""
    page = LadderHistoryPage(access=access, events=event_lines(access.ladder, HISTORY_SHOWN))
    return show(request, "leagues/ladder/history.html", page)


@form_of(get_organised_club, Full(lambda club: services.why_no_more(club.ladders.all()), "ladders"))
def new_ladder(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Found a ladder."""
    form = NewLadderForm(request.POST or None)
    if form.is_valid():
        limit(request, "new_ladder", "20/d")
        try:
            return redirect(services.found(**access.keys, user=request.user, **form.cleaned_data))
        except ClubError as error:
            refuse_in_form(form, access, error)
    return show(request, "leagues/ladder/new_ladder.html", ClubFormPage(access=access, form=form))


@form_of(get_organised_ladder)
def ladder_settings(request: PersonRequest, access: LadderAccess) -> HttpResponse:
    """The limits, and the places of members, for organisers."""
    stored = {name: getattr(access.ladder, name) for name in services.LIMITS}
    form = LadderForm(request.POST if request.method == "POST" else None, initial=stored)
    keep_texts(form, stored)
    if form.is_valid():
        limit(request, "ladder_settings", "60/h")
        return change(request, access, services.edit, "ladder", **form.cleaned_data)
    page = LadderSettingsPage(access=access, form=form, rungs=rungs_of(access.ladder))
    return show(request, "leagues/ladder/settings.html", page)


@takes_post(get_own_ladder, "ladder", ApprovalForm, rate=("answer_challenge", "60/d"))
def answer_challenge(posted: Posted, challenge_id: int) -> HttpResponse | None:
    """An accepted challenge leads to its table."""
    answered = services.answer(**posted.keys, challenge_id=challenge_id, accept=posted.data["approve"])
    return redirect(answered.game) if answered.game else None


@takes_post(get_own_ladder, "ladder", ApprovalForm)
def sit_in(posted: Posted) -> None:
    services.sit_in(**posted.keys, approve=posted.data["approve"])


join_ladder = posts_to(services.join, get_own_ladder, "ladder", rate=("join_ladder", "30/d"))
leave_ladder = posts_to(services.leave, get_own_ladder, "ladder", asks=consequences.of_leaving_ladder)
challenge = posts_to(services.challenge, get_own_ladder, "ladder", rate=("challenge", "60/d"))
withdraw_challenge = posts_to(services.withdraw, get_own_ladder, "ladder")
move_on_ladder = posts_to(services.move, get_organised_ladder, "ladder_settings", MoveForm, rate=("ladder", "300/h"))
take_off_ladder = posts_to(services.take_off, get_organised_ladder, "ladder_settings", TakeOffForm)
end_ladder = posts_to(services.end, get_organised_ladder, "ladder", asks=consequences.of_ending_ladder)
