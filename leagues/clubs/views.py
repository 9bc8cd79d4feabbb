"""Pages of a club: the list of clubs, a club's own pages, its members, joining it, and inviting to it."""

from copy import copy
from functools import partial
from typing import Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from infrastructure.pages import FormPage, form_status, render_page
from infrastructure.paging import page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, public_page
from leagues import consequences
from leagues.access import (
    ClubAccess,
    get_club_or_404,
    get_invitation_or_404,
    get_organised_club,
    get_own_club,
    get_owned_club,
)
from leagues.board_weeks.context import open_weeks_of
from leagues.clubs import invitations as invitation_services
from leagues.clubs import services
from leagues.clubs.context import (
    CloseClubPage,
    ClubHomePage,
    InvitationsPage,
    JoinPage,
    LeaveClubPage,
    audit_log_page,
    clubs_page,
    invitation_of,
    members_page,
    open_requests,
    request_of,
    staff,
)
from leagues.clubs.forms import (
    CloseClubForm,
    ClubForm,
    ClubInvitationForm,
    LeaveClubForm,
    LinkForm,
    MemberNoteForm,
    NewClubForm,
    RequestToJoinForm,
    RoleForm,
)
from leagues.forms import ApprovalForm, ReasonForm
from leagues.house_rules.context import kept_by
from leagues.locks import ClubError
from leagues.models import Invitation
from leagues.pages import ClubFormPage, ClubListPage
from leagues.responses import Posted, RefusedForm, change, form_of, page_of, posts_to, remedy_of, show, takes_post
from leagues.seasons.context import latest_seasons
from leagues.seasons.services import announced_seasons
from players.accounts.sign_up import remember_invitation
from players.models import User
from players.requests import PersonRequest, refused

ROWS_SHOWN: Final = 50
"""On a page of the audit log, of invitations or of requests."""


# --- Clubs ---


@public_page
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's own clubs, and the public ones."""
    context = clubs_page(request.user, request.GET.get("after"), _words_of(request))
    return render_page(request, "leagues/clubs/clubs.html", context)


def _words_of(request: HttpRequest) -> str:
    """The words that a list is searched for."""
    return request.GET.get("q", "").strip()[:60]


@get_or_post
def new_club(request: PersonRequest) -> HttpResponse:
    """Found a club, then invite its members; guests sign up first."""
    if request.user.is_guest and request.method == "POST":
        raise PermissionDenied
    form = NewClubForm(request.POST or None)
    if form.is_valid():
        limit(request, "new_club", "5/d")
        try:
            club = services.create(user=request.user, **form.cleaned_data)
        except ClubError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The club is founded. You can invite its members now, or later."))
            return redirect("leagues:import_members", club.slug)
    return render_page(request, "leagues/clubs/new_club.html", FormPage(form), status=form_status(form))


@page_of(get_club_or_404, is_public=True)
def club(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    asked = None if access.me else request_of(request.user, access.club)
    may_ask = access.me is None and asked is None and request.user.is_authenticated
    page = ClubHomePage(
        access=access,
        staff=staff(access.club),
        size=access.club.current_memberships().count(),
        seasons=latest_seasons(access),
        board_weeks=open_weeks_of(access.club) if access.me else [],
        house_rules=kept_by(access.club),
        invitation=None if access.me else invitation_of(request.user, access.club, timezone.now()),
        asked=asked,
        why_no_request=services.why_no_request(access.club, request.user) if may_ask else "",
        ask_form=RequestToJoinForm(),
    )
    return show(request, "leagues/clubs/club.html", page)


@form_of(get_organised_club)
def club_settings(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    # A copy, so that the rest of the page does not show refused values.
    form = ClubForm(request.POST or None, instance=copy(access.club))
    if not form.is_valid():
        return show(request, "leagues/clubs/settings.html", ClubFormPage(access=access, form=form))
    again = partial(show, request, "leagues/clubs/settings.html", ClubFormPage(access=access, form=form))
    kept = RefusedForm(form, again)
    return change(request, access, services.edit, "club", values=form.cleaned_data, kept=kept, success=_("Saved."))


@form_of(get_owned_club)
def close(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Close the club, once its owner has confirmed it."""
    form = CloseClubForm(request.POST or None)
    if not form.is_valid():
        ending = list(announced_seasons(access.club).order_by("-pk"))
        page = CloseClubPage(access=access, form=form, ending=ending)
        return show(request, "leagues/clubs/close.html", page)
    reason = form.cleaned_data["reason"]
    return change(request, access, services.close, "club", reason=reason)


@page_of(get_own_club)
def audit_log(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """The audit log, as far as the member may know it, of one season or of the club itself if they like."""
    log = audit_log_page(access, request.GET.get("after"), request.GET.get("season", ""), ROWS_SHOWN)
    return show(request, "leagues/clubs/audit_log.html", log)


# --- Members ---


@page_of(get_own_club)
def members(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """The club's members or, with `?former`, its former ones; with `?q=`, those of that name."""
    members = members_page(
        access,
        request.GET.get("after"),
        timezone.now(),
        words=_words_of(request),
        former="former" in request.GET,
        order=request.GET.get("order", ""),
    )
    return show(request, "leagues/clubs/members.html", members)


set_role = posts_to(services.set_role, get_owned_club, "members", RoleForm)
set_note = posts_to(services.set_note, get_organised_club, "members", MemberNoteForm)
remove = posts_to(services.remove, get_organised_club, "members", ReasonForm, asks=consequences.of_removing_member)


@form_of(get_own_club)
def leave(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Leave the club, once the member has confirmed it."""
    form = LeaveClubForm(request.POST or None)
    if not form.is_valid():
        refusal = "" if access.club.closed_at else services.why_last_owner_stays(access.club, access.me)
        return show(request, "leagues/clubs/leave.html", LeaveClubPage(access=access, form=form, refusal=refusal))
    left = _("You have left the club.")
    response = change(request, access, services.leave, "club", success=left)
    # Former members no longer see a club that is not public.
    is_hidden = response.status_code == 302 and not access.club.is_public
    return redirect("leagues:clubs") if is_hidden else response


# --- Joining by an invitation or on request ---


@login_not_required
@get_or_post
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation: read about the club, and join it."""
    invitation = get_invitation_or_404(token)
    club = invitation.club
    if club.membership_of(request.user):
        return redirect(club)
    if request.method == "POST":
        return _join(request, invitation)
    refusal = invitation_services.why_not_join(invitation, request.user)
    if club.closed_at:
        refusal = _("This club is closed.")
    if not refusal:
        remember_invitation(request)
    return render_page(request, "leagues/clubs/join.html", JoinPage(invitation, club, refusal))


def _join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.user.is_guest:
        raise PermissionDenied
    limit(request, "join_club", "30/h")
    try:
        invitation_services.join(invitation_id=invitation.pk, user=request.user)
    except ClubError as error:
        remedy = remedy_of(ClubAccess(invitation.club, None), error)
        return refused(request, str(error), request.path, remedy=remedy)
    messages.success(request, _("Welcome to the club."))
    return redirect(invitation.club)


@takes_post(get_club_or_404, "club", RequestToJoinForm, rate=("ask_club", "10/d"))
def request_to_join(posted: Posted) -> None:
    if posted.request.user.is_guest:
        raise PermissionDenied
    services.request_to_join(**posted.keys, **posted.data)


withdraw_request = posts_to(services.withdraw_request, get_club_or_404, "club")


@page_of(get_organised_club)
def join_requests(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """The open requests, for organisers to answer."""
    waiting = open_requests(access.club).select_related("user")
    part = page(waiting, request.GET.get("after"), ROWS_SHOWN)
    requests = ClubListPage(access=access, page=part)
    return show(request, "leagues/clubs/join_requests.html", requests)


answer_request = posts_to(
    services.answer_request, get_organised_club, "join_requests", ApprovalForm, asks=consequences.of_answering_request
)


# --- Invitations ---


def _invitations(request: HttpRequest, access: ClubAccess, form: forms.Form | None = None) -> HttpResponse:
    """The open invitations of the club or those that are over, and the forms for more; one may have been refused."""
    now, shows_over = timezone.now(), "over" in request.GET
    made = Invitation.objects.filter(club=access.club).select_related("user", "made_by", "mail")
    shown = made.over(now) if shows_over else made.standing(now)
    part = page(shown, request.GET.get("after"), ROWS_SHOWN, newest=True)
    context = InvitationsPage(
        access=access,
        page=part,
        shows_over=shows_over,
        has_season=access.club.seasons.exists(),
        full=invitation_services.why_no_more(access.club),
        site=settings.SITE_URL,
        link_form=form if isinstance(form, LinkForm) else LinkForm(),
        invite_form=form if isinstance(form, ClubInvitationForm) else ClubInvitationForm(),
    )
    return show(request, "leagues/clubs/invitations.html", context, 422 if form else 200)


invitations = page_of(get_organised_club)(_invitations)


@takes_post(get_organised_club, "invitations", LinkForm, rate=("club_link", "30/d"), again=_invitations)
def make_link(posted: Posted) -> HttpResponse:
    """Make a link, and show it below the forms."""
    made = invitation_services.make_link(**posted.keys, **posted.data)
    return redirect(f"{posted.access.path('invitations')}#invitation-{made.pk}")


@takes_post(get_organised_club, "invitations", ClubInvitationForm, rate=("club_invite", "40/d"), again=_invitations)
def invite(posted: Posted) -> None:
    """Invite one person, by mail or by name."""
    who, text = posted.data["who"], posted.data["text"]
    if isinstance(who, User):
        invitation_services.invite(**posted.keys, person=who, text=text)
    else:
        invitation_services.invite_by_mail(**posted.keys, address=who, text=text)
    messages.success(posted.request, _("The invitation is on its way."))


@takes_post(get_organised_club, "invitations", rate=("club_invite", "40/d"))
def invite_again(posted: Posted, invitation_id: int) -> None:
    """Send an invitation of one person again."""
    invitation_services.invite_again(**posted.keys, invitation_id=invitation_id)
    messages.success(posted.request, _("The invitation is on its way."))


revoke = posts_to(invitation_services.revoke, get_organised_club, "invitations")
