"""Finding a club, founding one, and its own pages."""

from __future__ import annotations

from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues import services
from leagues.access import get_club_or_404, get_organised_club, get_own_club, get_owned_club
from leagues.forms import AskForm, CloseForm, ClubForm, LeaveForm, NewClubForm
from leagues.lists import clubs_of, invitations_for, public_clubs, request_of, staff
from leagues.models import AuditEntry
from leagues.paging import page
from leagues.seasons.lists import latest_seasons
from leagues.seasons.services import going_on
from leagues.services import ClubError
from leagues.views.answers import change, get_or_post, show
from leagues.wording import sentence
from players.limits import limit
from players.requests import PersonRequest

ENTRIES_SHOWN = 50


@login_not_required
@require_safe
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's own clubs, and those that anybody may see."""
    # No name holds a zero byte, which PostgreSQL would not even look for.
    words = request.GET.get("q", "").replace("\x00", "").strip()[:60]
    found = public_clubs(request.GET.get("after"), words)
    context: dict[str, object] = {"page": found, "words": words}
    if request.user.is_authenticated and found.is_first:
        context["mine"] = clubs_of(request.user)
        context["invitations"] = invitations_for(request.user, timezone.now())
    return render(request, "leagues/clubs.html", context)


@get_or_post
def new_club(request: PersonRequest) -> HttpResponse:
    """Found a club; a guest keeps his games first."""
    if request.user.is_guest and request.method == "POST":
        raise PermissionDenied
    form = NewClubForm(request.POST or None)
    if form.is_valid():
        limit(request, "new_club", "5/d")
        try:
            return redirect(services.create(user=request.user, **form.cleaned_data))
        except ClubError as error:
            form.add_error(None, str(error))
    status = 422 if form.is_bound else 200
    return render(request, "leagues/new_club.html", {"form": form}, status=status)


@login_not_required
@require_safe
@never_cache
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club tells of itself, to whoever may see it."""
    place = get_club_or_404(request.user, slug)
    return show(
        request,
        "leagues/club.html",
        place,
        staff=staff(place.club),
        size=services.current(place.club).count(),
        seasons=latest_seasons(place),
        asked=None if place.me else request_of(request.user, place.club),
        ask_form=AskForm(),
        leave_form=LeaveForm(),
    )


@get_or_post
def settings(request: PersonRequest, slug: str) -> HttpResponse:
    """What the club's page says, and to whom; the end of the club."""
    place = get_organised_club(request.user, slug)
    # What is refused must not stand in the rest of the page.
    form = ClubForm(request.POST or None, instance=copy(place.club))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        context = {"form": form, "close_form": CloseForm()}
        return show(request, "leagues/settings.html", place, status=status, **context)
    values = form.cleaned_data
    response = change(request, place.club, services.edit, "club", values=values)
    if response.status_code == 302:
        messages.success(request, _("Saved."))
    return response


@get_or_post
def close(request: PersonRequest, slug: str) -> HttpResponse:
    """End the club, once its owner has said so twice."""
    place = get_owned_club(request.user, slug)
    form = CloseForm(request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        ending = list(going_on(place.club).order_by("-pk"))
        return show(request, "leagues/close.html", place, status=status, form=form, ending=ending)
    return change(request, place.club, services.close, "club")


@require_safe
@never_cache
def log(request: PersonRequest, slug: str) -> HttpResponse:
    """What was done in the club, and by whom: every member reads it."""
    place = get_own_club(request.user, slug)
    entries = AuditEntry.objects.filter(club=place.club).select_related("actor", "subject")
    found = page(entries, request.GET.get("after"), ENTRIES_SHOWN, newest=True)
    lines = [(entry, sentence(entry)) for entry in found.rows]
    return show(request, "leagues/log.html", place, page=found, lines=lines)
