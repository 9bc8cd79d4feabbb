"""Entering and leaving a season; the organisers' list of entries."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.access import SeasonAccess, entry_of, get_organised_season, get_own_season
from leagues.entries import services
from leagues.entries.forms import AddForm, AnswerEntryForm, WithdrawForm
from leagues.responses import Posted, change, get_or_post, show, takes_post
from leagues.rounds.forms import ReasonForm
from leagues.seasons.context import entry_groups
from players.profiles.find_people import find_people
from players.rate_limits import limit
from players.requests import PersonRequest

# --- Members ---


@takes_post(get_own_season, "season", rate=("enter_season", "30/d"))
def enter(posted: Posted) -> None:
    services.enter(**posted.keys)


@get_or_post
def withdraw_entry(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Withdraw from the season, once the member has confirmed it."""
    access = get_own_season(request.user, slug, season)
    if entry_of(request.user, access.season) is None:
        raise PermissionDenied
    form = WithdrawForm(request.POST or None)
    if not form.is_valid():
        return show(request, "leagues/entries/withdraw.html", access, form=form)
    response = change(request, access, services.withdraw, "season")
    if response.status_code == 302:
        messages.success(request, _("You have withdrawn from the season."))
    return response


# --- Organisers ---


@require_safe
@never_cache
def entries(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """All entries of the season, with what organisers can do about each."""
    return _entries(request, get_organised_season(request.user, slug, season))


def _entries(
    request: PersonRequest, access: SeasonAccess, form: AddForm | None = None
) -> HttpResponse:
    divisions = list(access.season.divisions.order_by("number"))
    return show(
        request,
        "leagues/entries/entries.html",
        access,
        status=422 if form else 200,
        groups=entry_groups(access.season, divisions),
        divisions=divisions,
        add_form=form or AddForm(),
    )


@takes_post(get_organised_season, "entries", AnswerEntryForm)
def answer_entry(posted: Posted, pk: int) -> None:
    services.answer(**posted.keys, entry_id=pk, approve=posted.data["approve"])


@require_POST
def add_entry(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    """Enter a member of the club."""
    access = get_organised_season(request.user, slug, season)
    limit(request, "add_entry", "300/d")
    form = AddForm(request.POST)
    person = None
    if form.is_valid():
        try:
            [person] = find_people([form.cleaned_data["who"]])
        except forms.ValidationError as error:
            form.add_error("who", error)
    if person is None:
        return _entries(request, access, form)
    return change(request, access, services.add, "entries", person=person)


@takes_post(get_organised_season, "entries", ReasonForm)
def remove_entry(posted: Posted, pk: int) -> None:
    services.remove(**posted.keys, entry_id=pk, reason=posted.data["reason"])
