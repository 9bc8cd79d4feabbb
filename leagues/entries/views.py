"""Entering and leaving a season; the organisers' list of entries."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_own_season
from leagues.entries import services
from leagues.entries.context import entries_page
from leagues.entries.forms import AddForm, WithdrawForm
from leagues.forms import ApprovalForm, ReasonForm
from leagues.pages import SeasonFormPage
from leagues.responses import Posted, came_from_season, change, form_of, page_of, posts_to, show, takes_post
from players.requests import PersonRequest

enter = posts_to(services.enter, get_own_season, "season", rate=("enter_season", "30/d"))


@form_of(get_own_season)
def withdraw_entry(request: PersonRequest, access: SeasonAccess) -> HttpResponse:
    """Withdraw from the season, once the member has confirmed it."""
    if not access.season.entries.filter(user=request.user).exists():
        raise PermissionDenied
    form = WithdrawForm(request.POST or None)
    if not form.is_valid():
        page = SeasonFormPage(access=access, form=form)
        return show(request, "leagues/entries/withdraw.html", page)
    left = _("You have withdrawn from the season.")
    return change(request, access, services.withdraw, "season", success=left)


def _entries(request: HttpRequest, access: SeasonAccess, form: AddForm | None = None) -> HttpResponse:
    """All entries of the season, with what organisers can do about each."""
    page = entries_page(access, form or AddForm())
    return show(request, "leagues/entries/entries.html", page, 422 if form else 200)


approve_all = posts_to(services.approve_all, get_organised_season, "entries")
add_previous_members = posts_to(
    services.add_previous_members, get_organised_season, "entries", rate=("add_previous", "20/d")
)
entries = page_of(get_organised_season)(_entries)
answer_entry = posts_to(
    services.answer, get_organised_season, "entries", ApprovalForm, asks=consequences.of_answering_entry
)
remove_entry = posts_to(
    services.remove, get_organised_season, "entries", ReasonForm, asks=consequences.of_removing_entry
)


@takes_post(
    get_organised_season, "entries", AddForm, rate=("add_entry", "300/d"), again=_entries, back=came_from_season
)
def add_entry(posted: Posted) -> None:
    """Enter members of the club."""
    if posted.data["everybody"]:
        services.add_everybody(**posted.keys)
    else:
        services.add_all(**posted.keys, people=posted.data["who"])
