"""Entering and leaving a season; the organisers' list of entries."""

from __future__ import annotations

from collections import Counter

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_own_season
from leagues.clubs.attendance import shares_shown
from leagues.entries import services
from leagues.entries.forms import AddForm, WithdrawForm
from leagues.forms import ApprovalForm, ReasonForm
from leagues.models import Membership, Season
from leagues.responses import Posted, change, form_of, page_of, posts_to, show, takes_post
from leagues.seasons.context import entry_groups
from leagues.seasons.divisions import unmeant_sizes
from players.requests import PersonRequest

# --- Members ---

enter = posts_to(services.enter, get_own_season, "season", rate=("enter_season", "30/d"))


@form_of(get_own_season)
def withdraw_entry(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Withdraw from the season, once the member has confirmed it."""
    if not access.season.entries.filter(user=request.user).exists():
        raise PermissionDenied
    form = WithdrawForm(request.POST or None)
    if not form.is_valid():
        return show(request, "leagues/entries/withdraw.html", access, form=form)
    left = _("You have withdrawn from the season.")
    return change(request, access, services.withdraw, "season", success=left)


# --- Organisers ---


def _entries(
    request: HttpRequest, access: SeasonAccess, form: AddForm | None = None
) -> HttpResponse:
    """All entries of the season, with what organisers can do about each."""
    season, before = access.season, services.previous_season(access.season)
    divisions = list(season.divisions.order_by("number"))
    groups = entry_groups(season, divisions)
    assigned = [one.division_id for group in groups if group.division for one in group.entries]
    return show(
        request,
        "leagues/entries/entries.html",
        access,
        status=422 if form else 200,
        groups=groups,
        in_time=shares_shown(one.user for group in groups for one in group.entries),
        is_full=services.is_full(season),
        before=before,
        previous=services.previous_members(season, before).count(),
        members_left=_members_left(season),
        divisions=divisions,
        unmeant=unmeant_sizes(divisions, assigned),
        add_form=form or AddForm(),
    )


def _members_left(season: Season) -> list[tuple[Membership, bool]]:
    """Who can still be entered, each with whether they share their name with another of them."""
    members = list(services.members_left(season))
    names = Counter(one.name for one in members)
    return [(one, names[one.name] > 1) for one in members]


approve_all = posts_to(services.approve_all, get_organised_season, "entries")
add_previous_members = posts_to(
    services.add_previous_members, get_organised_season, "entries", rate=("add_previous", "20/d")
)
entries = page_of(get_organised_season)(_entries)
answer_entry = posts_to(
    services.answer,
    get_organised_season,
    "entries",
    ApprovalForm,
    asks=consequences.of_answering_entry,
)
remove_entry = posts_to(
    services.remove,
    get_organised_season,
    "entries",
    ReasonForm,
    asks=consequences.of_removing_entry,
)


@takes_post(get_organised_season, "entries", AddForm, rate=("add_entry", "300/d"), again=_entries)
def add_entry(posted: Posted) -> None:
    """Enter members of the club."""
    services.add_all(**posted.keys, people=posted.data["who"])
