"""The pages of a season's pauses, and of more time for a table."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.models import Season, SeasonPause, Table
from leagues.pages import SeasonFormPage, SeasonPage
from leagues.pauses import services
from leagues.pauses.forms import MoreTimeForm, PauseSeasonForm
from leagues.responses import RefusedForm, change, form_of, page_of, posts_to, show
from players.requests import PersonRequest


@dataclass(frozen=True, kw_only=True)
class PausesPage(SeasonPage):
    pauses: list[SeasonPause]
    now: datetime
    form: PauseSeasonForm | None
    """For organisers of a running season."""


@dataclass(frozen=True, kw_only=True)
class MoreTimePage(SeasonFormPage):
    table: Table


@page_of(get_season_or_404, is_public=True)
def pauses(request: HttpRequest, access: SeasonAccess) -> HttpResponse:
    """The pauses of the season, set, over and cancelled; organisers set them here."""
    return _pauses(request, access, None)


@require_POST
def pause_season(request: PersonRequest, slug: str, season: str) -> HttpResponse:
    access = get_organised_season(request.user, slug, season)
    form = PauseSeasonForm(request.POST, rounds=list(access.season.rounds.order_by("number")))
    if not form.is_valid():
        return _pauses(request, access, form)
    limit(request, "pause_season", "60/h")
    saved, kept = _("The pause is set."), RefusedForm(form, partial(_pauses, request, access, form))
    return change(request, access, services.pause_season, "pauses", success=saved, kept=kept, **form.cleaned_data)


end_pause = posts_to(services.end_pause, get_organised_season, "pauses")


@form_of(get_organised_season)
def more_time(request: PersonRequest, access: SeasonAccess, number: int, pk: int) -> HttpResponse:
    """Give one table more time."""
    tables = Table.objects.filter(pk=pk, round__season=access.season, round__number=number)
    table = tables.select_related("round", "division").first()
    if table is None:
        raise Http404
    form = MoreTimeForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return show(request, "leagues/pauses/more_time.html", MoreTimePage(access=access, form=form, table=table))
    limit(request, "more_time", "60/h")
    return change(
        request,
        access,
        services.give_time,
        "round",
        number,
        success=_("The clocks of this table are stopped."),
        table_id=pk,
        **form.cleaned_data,
    )


def _pauses(request: HttpRequest, access: SeasonAccess, form: PauseSeasonForm | None) -> HttpResponse:
    season = access.season
    found = season.pauses.select_related("round", "table", "made_by").order_by("-start", "-pk")
    may_pause = access.organises and season.state == Season.State.RUNNING
    if may_pause and form is None:
        form = PauseSeasonForm(rounds=list(season.rounds.order_by("number")))
    page = PausesPage(access=access, pauses=list(found), now=timezone.now(), form=form)
    return show(request, "leagues/pauses/pauses.html", page)
