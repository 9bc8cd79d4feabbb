"""Inviting people to a club, which its organisers do."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues import inviting
from leagues.access import Place, get_organised_club
from leagues.forms import InviteForm, LinkForm
from leagues.models import Invitation
from leagues.paging import page
from leagues.views.answers import change, show
from players.limits import limit
from players.requests import PersonRequest

INVITATIONS_SHOWN: Final = 50


@require_safe
@never_cache
def invitations(request: PersonRequest, slug: str) -> HttpResponse:
    """The invitations of the club, and the forms for more."""
    return _page(request, get_organised_club(request.user, slug))


@require_POST
def make_link(request: PersonRequest, slug: str) -> HttpResponse:
    place = get_organised_club(request.user, slug)
    limit(request, "club_link", "30/d")
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _page(request, place, link_form=form)
    do = inviting.make_link
    return change(request, place.club, do, "invitations", **form.cleaned_data)


@require_POST
def invite(request: PersonRequest, slug: str) -> HttpResponse:
    """One person, by mail or by name."""
    place = get_organised_club(request.user, slug)
    limit(request, "club_invite", "40/d")
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, place, invite_form=form)
    if form.person is None:
        address = form.cleaned_data["who"]
        do = inviting.invite_by_mail
        response = change(request, place.club, do, "invitations", address=address)
    else:
        do_by_name = inviting.invite
        response = change(request, place.club, do_by_name, "invitations", person=form.person)
    if response.status_code == 302:
        messages.success(request, _("The invitation is on its way."))
    return response


@require_POST
def revoke(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    place = get_organised_club(request.user, slug)
    return change(request, place.club, inviting.revoke, "invitations", invitation_id=pk)


def _page(
    request: PersonRequest,
    place: Place,
    *,
    link_form: LinkForm | None = None,
    invite_form: InviteForm | None = None,
) -> HttpResponse:
    """The page, with a form that was refused if there is one."""
    made = Invitation.objects.filter(club=place.club).select_related("user", "made_by")
    found = page(made, request.GET.get("after"), INVITATIONS_SHOWN, newest=True)
    now = timezone.now()
    return show(
        request,
        "leagues/invitations.html",
        place,
        status=422 if link_form or invite_form else 200,
        page=found,
        rows=[(one, one.is_open(now)) for one in found.rows],
        site=settings.SITE_URL,
        link_form=link_form or LinkForm(),
        invite_form=invite_form or InviteForm(),
    )
