"""The pages for external matches: choosing one for a table, accepting it, and taking that back."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.presentation.table_titles import rules_line, title
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_own_season
from leagues.external_matches import accept, enter
from leagues.external_matches.enter import enter_results, version_of
from leagues.external_matches.entered_deals import Json
from leagues.external_matches.forms import CorrectionForm, MatchForm, SeatsForm, SeenForm
from leagues.external_matches.readiness import (
    entered_results,
    may_enter_results,
    why_results_are_closed,
    why_table_is_closed,
)
from leagues.external_matches.results_form import ResultsForm
from leagues.external_matches.results_preview import ResultsPreview, preview_of
from leagues.external_matches.search import (
    matches_for_table,
    organises,
    seen_by,
    tables_that_may_accept,
    with_people,
    with_seats_and_table,
)
from leagues.external_matches.validate import Fit, validate
from leagues.forms import ReasonForm
from leagues.models import ExternalMatch, Round, Table
from leagues.pages import SeasonPage
from leagues.responses import Posted, QuestionPage, change, form_of, page_of, show, takes_post
from players.requests import PersonRequest, refused


@dataclass(frozen=True, kw_only=True)
class TablePage(SeasonPage):
    """A page of a table whose match is played outside this site."""

    table: Table
    closed: str
    """Why the table accepts no match and no results."""

    @property
    def round(self) -> Round:
        return self.table.round

    @property
    def deals(self) -> int:
        """The deals that have ended at the table's own game."""
        return len(self.table.deals_json)

    @property
    def of(self) -> int:
        return self.season.rules.deals


@dataclass(frozen=True, kw_only=True)
class ExternalMatchPage(TablePage):
    asked: MatchForm
    form: SeatsForm | None
    """The seats of the match that was chosen."""
    fits: list[Fit]

    @property
    def fit(self) -> Fit | None:
        return self.form.fit if self.form else None


@dataclass(frozen=True, kw_only=True)
class ResultsPage(TablePage):
    results: ResultsForm
    entered: ExternalMatch | None
    has_problem: bool

    @property
    def seen(self) -> str:
        return version_of(self.entered)


@dataclass(frozen=True, kw_only=True)
class CheckPage(TablePage):
    """What the results bring, before they are stored."""

    preview: ResultsPreview
    sent: list[tuple[str, str]]
    """The fields of the form, to be sent once more."""


@dataclass(frozen=True, kw_only=True)
class TablesForMatchPage:
    game: Game
    fits: list[Fit]

    @property
    def title(self) -> str:
        return title(self.game)

    @property
    def rules(self) -> str:
        return rules_line(self.game.rules)

    @property
    def counts(self) -> bool:
        return hasattr(self.game, "league_table")


@page_of(get_organised_season)
def external_match(request: PersonRequest, access: SeasonAccess, number: int, pk: int) -> HttpResponse:
    """The external matches that a table could accept; with ``match``, that match and its seats."""
    table = _table(access, number, pk)
    asked = MatchForm(request.GET if "match" in request.GET else None)
    if not asked.is_valid():
        return _page(request, access, table, asked, status=422 if asked.is_bound else 200)
    fit = _fit(request, table, asked.cleaned_data["match"])
    if fit is None:
        asked.add_error("match", MatchForm.not_found())
        return _page(request, access, table, asked, status=404)
    return _page(request, access, table, asked, SeatsForm(fit=fit))


@takes_post(get_organised_season, "round", MatchForm)
def accept_match(posted: Posted, number: int, pk: int) -> HttpResponse | None:
    request, access = posted.request, posted.access
    table = _table(access, number, pk)
    fit = _fit(request, table, posted.data["match"])
    if fit is None:
        return refused(request, MatchForm.not_found(), access.path("round", number), 404)
    seats: list[int] = []  # Where nothing fits, the service says why.
    if fit.fits and not why_table_is_closed(table):
        form = SeatsForm(request.POST, fit=fit)
        if not form.is_valid():
            return _page(request, access, table, MatchForm(request.POST), form, status=422)
        seats = form.seats()
    accept.accept_match(**posted.keys, table_id=table.pk, slug=fit.match.slug, seats=seats)
    return None


@takes_post(get_organised_season, "round", ReasonForm, asks=consequences.of_taking_back_match)
def take_back_match(posted: Posted, number: int, pk: int) -> None:
    table = _table(posted.access, number, pk)
    accept.take_back_match(**posted.keys, **posted.data, table_id=table.pk)


@form_of(get_own_season)
def results(request: PersonRequest, access: SeasonAccess, number: int, pk: int) -> HttpResponse:
    """Enter the results of a real table, or correct those that were entered."""
    table = _table(access, number, pk)
    if not may_enter_results(table, request.user, organises=access.organises):
        raise PermissionDenied
    entered = entered_results(table)
    form = ResultsForm(
        table, request.POST if request.method == "POST" else None, deals=(entered and entered.deals_json) or ()
    )
    if form.is_bound and form.is_valid() and "change" not in request.POST:
        return _sent(request, access, table, form.deals(), entered)
    page = ResultsPage(
        access=access,
        table=table,
        closed=why_results_are_closed(table, entered, organises=access.organises),
        results=form,
        entered=entered,
        has_problem=form.is_bound and not form.is_valid(),
    )
    return show(request, "leagues/external_matches/results.html", page, 422 if page.has_problem else 200)


def _sent(
    request: PersonRequest, access: SeasonAccess, table: Table, deals: list[Json], entered: ExternalMatch | None
) -> HttpResponse:
    """Store the results, once the person has seen what they bring."""
    seen, reason, is_sure = request.POST.get("seen", ""), "", "sure" in request.POST
    if _is_correction(entered, deals, seen):
        again = CorrectionForm(request.POST)
        if not again.is_valid() or not is_sure:
            return _ask(request, access, table, deals, again)
        reason = again.cleaned_data["reason"]
    elif not is_sure and not why_results_are_closed(table, entered, organises=access.organises):
        page = CheckPage(access=access, table=table, closed="", preview=preview_of(table, deals), sent=_fields(request))
        return show(request, "leagues/external_matches/check_results.html", page)
    # The players are notified each time.
    limit(request, "results", "60/h")
    values: dict[str, Any] = {"deals": deals, "seen": seen, "reason": reason}
    where = ("round", table.round.number)
    text = _("The results are stored.")
    return change(request, access, enter_results, *where, success=text, table_id=table.pk, **values)


def _fields(request: PersonRequest) -> list[tuple[str, str]]:
    """What was sent, to be sent once more."""
    return [(name, str(value)) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "change")]


@takes_post(get_own_season, "round", SeenForm)
def confirm_results(posted: Posted, number: int, pk: int) -> None:
    table = _table(posted.access, number, pk)
    enter.confirm_results(**posted.keys, **posted.data, table_id=table.pk)


@require_safe
@never_cache
def tables_for_match(request: PersonRequest, slug: str) -> HttpResponse:
    """The tables for which the reader may accept the match."""
    match = get_object_or_404(with_seats_and_table(seen_by(request.user)), slug=slug)
    if not organises(request.user):
        raise PermissionDenied
    fits = [] if hasattr(match, "league_table") else tables_that_may_accept(match, request.user)
    page = TablesForMatchPage(game=match, fits=fits)
    return render_page(request, "leagues/external_matches/tables_for_match.html", page)


def _is_correction(entered: ExternalMatch | None, deals: list[Json], seen: str) -> bool:
    """Whether the deals replace others that the person has seen; of all else the service says what is wrong."""
    return entered is not None and entered.deals_json != deals and version_of(entered) == seen


def _ask(
    request: PersonRequest, access: SeasonAccess, table: Table, deals: list[Json], again: CorrectionForm
) -> HttpResponse:
    """Ask whether the results are to be corrected, and why."""
    question = consequences.of_correcting_results(access, table, deals)
    back = access.path("results", table.round.number, table.pk)
    page = QuestionPage(access=access, question=question, form=again, back=back)
    return show(request, "leagues/question.html", page)


# --- Shared ---


def _table(access: SeasonAccess, number: int, pk: int) -> Table:
    tables = Table.objects.filter(pk=pk, round__season=access.season, round__number=number)
    table = with_people(tables).first()
    if table is None:
        raise Http404
    return table


def _fit(request: PersonRequest, table: Table, slug: str) -> Fit | None:
    match = with_seats_and_table(seen_by(request.user)).filter(slug=slug).first()
    return validate(table, match) if match else None


def _page(
    request: PersonRequest,
    access: SeasonAccess,
    table: Table,
    asked: MatchForm,
    form: SeatsForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    closed = why_table_is_closed(table)
    fits = [] if closed or form else matches_for_table(table, request.user)
    page = ExternalMatchPage(access=access, table=table, closed=closed, asked=asked, form=form, fits=fits)
    return show(request, "leagues/external_matches/external_match.html", page, status)
