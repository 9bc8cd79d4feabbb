"""Becoming a member: by an invitation, or by asking."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues import inviting
from leagues import requests as request_services
from leagues.access import (
    get_club_or_404,
    get_invitation_or_404,
    get_organised_club,
    membership_of,
)
from leagues.forms import AskForm, SettleForm
from leagues.lists import open_requests
from leagues.models import Invitation
from leagues.paging import page
from leagues.services import ClubError
from leagues.views.answers import change, get_or_post, refused, show
from players.limits import limit
from players.requests import PersonRequest

REQUESTS_SHOWN = 50


@login_not_required
@get_or_post
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation leads: read what the club is, and join it."""
    invitation = get_invitation_or_404(token)
    club = invitation.club
    if membership_of(request.user, club):
        return redirect(club)
    if request.method == "POST":
        return _join(request, invitation)
    is_open = invitation.is_open() and club.closed_at is None
    context = {"invitation": invitation, "club": club, "is_open": is_open}
    return render(request, "leagues/join.html", context)


def _join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.user.is_guest:
        raise PermissionDenied
    limit(request, "join_club", "30/h")
    try:
        inviting.join(invitation_id=invitation.pk, user=request.user)
    except ClubError as error:
        return refused(request, str(error), request.path)
    messages.success(request, _("Welcome to the club."))
    return redirect(invitation.club)


@require_POST
def ask(request: PersonRequest, slug: str) -> HttpResponse:
    """Ask to become a member."""
    place = get_club_or_404(request.user, slug)
    if request.user.is_guest:
        raise PermissionDenied
    limit(request, "ask_club", "10/d")
    form = AskForm(request.POST)
    if not form.is_valid():
        text = _("This form could not be read. Please try again.")
        return refused(request, text, place.club.get_absolute_url(), status=422)
    return change(request, place.club, request_services.ask, "club", **form.cleaned_data)


@require_POST
def withdraw(request: PersonRequest, slug: str) -> HttpResponse:
    """Ask no longer."""
    place = get_club_or_404(request.user, slug)
    return change(request, place.club, request_services.withdraw, "club")


@require_safe
@never_cache
def requests(request: PersonRequest, slug: str) -> HttpResponse:
    """Who asks to join, for those who organise the club to answer."""
    place = get_organised_club(request.user, slug)
    waiting = open_requests(place.club).select_related("user")
    found = page(waiting, request.GET.get("after"), REQUESTS_SHOWN)
    return show(request, "leagues/requests.html", place, page=found)


@require_POST
def settle(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    place = get_organised_club(request.user, slug)
    form = SettleForm(request.POST)
    if not form.is_valid():
        text = _("This form could not be read. Please try again.")
        return refused(request, text, place.club.get_absolute_url(), status=422)
    approve = form.cleaned_data["approve"]
    do = request_services.settle
    return change(request, place.club, do, "requests", request_id=pk, approve=approve)
