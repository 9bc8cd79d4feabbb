"""The pages of a season's teams and of one team."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from leagues.access import SeasonAccess, get_organised_season, get_own_season, get_season_or_404
from leagues.forms import ApprovalForm
from leagues.responses import Posted, change, page_of, posts_to, show, takes_post
from leagues.teams import services
from leagues.teams.context import people_to_invite, team_page, teams_page
from leagues.teams.forms import OrderForm, PlaceForm, TeamInvitationForm, TeamNameForm
from players.requests import PersonRequest
from players.writing import keep_texts


def _teams(request: HttpRequest, access: SeasonAccess, form: TeamNameForm | None = None) -> HttpResponse:
    page = teams_page(access, request.user, form or TeamNameForm())
    return show(request, "leagues/teams/teams.html", page)


@page_of(get_season_or_404, is_public=True)
def teams(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    """The teams of the season with their places, and what the reader can do about teams."""
    return _teams(request, access)


@page_of(get_season_or_404, is_public=True)
def team(request: HttpRequest, access: SeasonAccess, number: int) -> HttpResponse:
    """One team: who brought it which points in which round; its captain invites others here."""
    return _team(request, access, number)


def _team(
    request: HttpRequest,
    access: SeasonAccess,
    number: int,
    form: TeamNameForm | None = None,
    invitation: TeamInvitationForm | None = None,
) -> HttpResponse:
    page = team_page(access, request.user, number, form, invitation)
    if page is None:
        raise Http404
    status = 422 if (form or invitation) else 200
    return show(request, "leagues/teams/team.html", page, status)


@require_POST
def found_team(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    access = get_own_season(request.user, slug, season)
    form = TeamNameForm(request.POST)
    if not form.is_valid():
        return _teams(request, access, form)
    limit(request, "found_team", "30/d")
    return change(request, access, services.found, "teams", **form.cleaned_data)


@require_POST
def rename_team(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    access = get_own_season(request.user, slug, season)
    found = access.season.teams.filter(number=number).first()
    form = TeamNameForm(request.POST)
    keep_texts(form, {"name": found.name if found else ""})
    if not form.is_valid():
        return _team(request, access, number, form)
    limit(request, "rename_team", "30/d")
    return change(request, access, services.rename, "team", number, number=number, **form.cleaned_data)


@require_POST
def invite_to_team(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    access = get_own_season(request.user, slug, season)
    form = TeamInvitationForm(request.POST, people=people_to_invite(access.season))
    if not form.is_valid():
        return _team(request, access, number, invitation=form)
    limit(request, "invite_to_team", "60/d")
    return change(request, access, services.invite, "team", number, number=number, **form.cleaned_data)


@takes_post(get_own_season, "teams", ApprovalForm)
def answer_team(posted: Posted, invitation_id: int) -> None:
    services.answer(**posted.keys, invitation_id=invitation_id, accept=posted.data["approve"])


@takes_post(get_own_season, "team")
def take_back_team_invitation(posted: Posted, number: int, invitation_id: int) -> None:
    services.take_back(**posted.keys, number=number, invitation_id=invitation_id)


@takes_post(get_organised_season, "teams", PlaceForm, rate=("place_in_team", "300/h"))
def place_in_team(posted: Posted, entry_id: int) -> None:
    services.place(**posted.keys, entry_id=entry_id, number=posted.data["team"])


leave_team = posts_to(services.leave, get_own_season, "teams", rate=("leave_team", "30/d"))
make_teams = posts_to(services.make_teams, get_organised_season, "teams", OrderForm, rate=("make_teams", "30/h"))
