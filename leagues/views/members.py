"""Who belongs to a club: the list, roles, removing and leaving."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues import services
from leagues.access import get_organised_club, get_own_club, get_owned_club
from leagues.forms import LeaveForm, RemoveForm, RoleForm
from leagues.lists import member_rows
from leagues.models import Role
from leagues.views.answers import change, get_or_post, refused, show
from players.requests import PersonRequest


@require_safe
@never_cache
def members(request: PersonRequest, slug: str) -> HttpResponse:
    """Who belongs to the club, or has; for its members."""
    place = get_own_club(request.user, slug)
    former = "former" in request.GET
    after = request.GET.get("after")
    rows, page = member_rows(place, after, timezone.now(), former=former)
    return show(
        request,
        "leagues/members.html",
        place,
        rows=rows,
        page=page,
        former=former,
        roles=Role.choices,
    )


@require_POST
def set_role(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    place = get_owned_club(request.user, slug)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _unread(request, place.club.get_absolute_url())
    role = form.cleaned_data["role"]
    do = services.set_role
    return change(request, place.club, do, "members", membership_id=pk, role=role)


@require_POST
def remove(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    place = get_organised_club(request.user, slug)
    form = RemoveForm(request.POST)
    if not form.is_valid():
        return _unread(request, place.club.get_absolute_url())
    reason = form.cleaned_data["reason"]
    do = services.remove
    return change(request, place.club, do, "members", membership_id=pk, reason=reason)


@get_or_post
def leave(request: PersonRequest, slug: str) -> HttpResponse:
    """Give one's membership up, having said so twice."""
    place = get_own_club(request.user, slug)
    form = LeaveForm(request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return show(request, "leagues/leave.html", place, status=status, form=form)
    response = change(request, place.club, services.leave, "club")
    if response.status_code != 302:
        return response
    messages.success(request, _("You have left the club."))
    # A club that is not public is closed to who has left it.
    return response if place.club.is_public else redirect("leagues:clubs")


def _unread(request: PersonRequest, back: str) -> HttpResponse:
    text = _("This form could not be read. Please try again.")
    return refused(request, text, back, status=422)
