"""The page of a season's starting points and handicaps."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.handicaps import services
from leagues.handicaps.forms import HandicapsForm, initial_of
from leagues.handicaps.proposals import from_last_season, season_before
from leagues.models import Entry, HandicapChange, Season
from leagues.pages import SeasonPage
from leagues.responses import QuestionPage, change, page_of, show
from players.requests import PersonRequest

CHANGES_SHOWN = 200


@dataclass(frozen=True, kw_only=True)
class HandicapsPage(SeasonPage):
    entries: list[Entry]
    """Those with a handicap."""
    changes: list[HandicapChange]
    form: HandicapsForm | None
    """For organisers."""
    before: Season | None
    """The season from which handicaps can be proposed."""
    is_proposal: bool


@page_of(get_season_or_404, is_public=True)
def handicaps(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    """Who has which handicap, and every change; organisers set them here."""
    return _handicaps(request, access)


@require_POST
def set_handicaps(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    access = get_organised_season(request.user, slug, season)
    entries = services.entries_with_handicaps(access.season)
    form = _form(access, entries, request)
    if not form.is_valid():
        return _handicaps(request, access, form)
    values = form.values()
    changed = services.changed_entries(entries, values["handicaps"])
    if changed and access.season.started_at and "sure" not in request.POST:
        question = consequences.of_setting_handicaps(access, changed, values["handicaps"])
        page = QuestionPage(access=access, question=question, form=form, back=access.path("handicaps"))
        return show(request, "leagues/question.html", page)
    limit(request, "set_handicaps", "60/h")
    return change(request, access, services.set_handicaps, "handicaps", success=_("Saved."), **values)


def _form(access: SeasonAccess, entries: list[Entry], request: HttpRequest | None = None) -> HandicapsForm:
    data = request.POST if request is not None else None
    return HandicapsForm(data, entries=entries, needs_reason=access.season.started_at is not None)


def _handicaps(request: HttpRequest, access: SeasonAccess, form: HandicapsForm | None = None) -> HttpResponse:
    season = access.season
    entries = services.entries_with_handicaps(season)
    is_proposal = access.organises and form is None and request.GET.get("propose") == "last"
    if access.organises and form is None:
        proposed = from_last_season(season, entries) if is_proposal else {}
        form = _form(access, entries)
        form.initial = {**initial_of(entries, proposed), "seen": services.last_change(season)}
    changes = HandicapChange.objects.filter(entry__season=season).select_related("entry__user", "made_by")
    page = HandicapsPage(
        access=access,
        entries=[entry for entry in entries if entry.has_handicap],
        changes=list(changes.order_by("-pk")[:CHANGES_SHOWN]),
        form=form if season.state != Season.State.CANCELLED and not access.club.closed_at else None,
        before=season_before(season) if access.organises else None,
        is_proposal=is_proposal,
    )
    return show(request, "leagues/handicaps/handicaps.html", page)
