"""The pages of a division: standings, the explanation of a member's points, and adjustments."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import DivisionAccess, get_division_or_404, get_organised_division
from leagues.forms import GivenReasonForm
from leagues.models import Adjustment, Division, DivisionStandings, Entry, Season
from leagues.pages import DivisionPage
from leagues.responses import QuestionPage, change, page_of, posts_to, show
from leagues.standings import adjustments as standings_adjustments
from leagues.standings.bracket import BracketRound, bracket_of
from leagues.standings.context import StandingsPage, has_ranges, standings_sheet, with_luck
from leagues.standings.core import StandingsRow, explain, explain_ties, is_gone, running_standings, so_far
from leagues.standings.explanations import ExplanationRow, TieExplanation, explanation_rows, names_of, tie_explanation
from leagues.standings.fates import steps_in_words
from leagues.standings.forms import AdjustForm
from leagues.standings.history import History, history_of
from leagues.standings.meetings import MeetingsLine, meetings_of
from leagues.standings.report import standings_text
from leagues.standings.scales import scales_of
from leagues.standings.store import rows_of, step_of
from leagues.statistics.luck import luck_in_division
from players.requests import PersonRequest


@dataclass(frozen=True, kw_only=True)
class PlacesByRoundPage(DivisionPage):
    history: History


@dataclass(frozen=True, kw_only=True)
class BracketPage(DivisionPage):
    rounds: list[BracketRound]


@dataclass(frozen=True, kw_only=True)
class MeetingsPage(DivisionPage):
    lines: list[MeetingsLine]


@dataclass(frozen=True, kw_only=True)
class FigurePage(DivisionPage):
    """A member's points, explained."""

    entry: Entry
    row: StandingsRow
    is_gone: bool
    """Bots played for the member at every table."""
    points: Fraction
    rows: list[ExplanationRow]
    ties: list[TieExplanation]
    limit: int | None
    """How many of the best rounds count; None: all."""
    steps: list[str]
    """In a knock-out, what came of each round."""
    has_ranges: bool
    """Whether the page shows what the member can still reach."""


@dataclass(frozen=True, kw_only=True)
class AdjustmentsPage(DivisionPage):
    form: AdjustForm | None
    """For organisers."""
    changes: list[Adjustment]


@page_of(get_division_or_404, is_public=True)
def standings(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    sheet = standings_sheet(access.division, request.user, organises=access.organises)
    divisions = _divisions(access)
    report = standings_text(access.division, sheet, is_only=not divisions)
    # Nobody shows their figures to visitors without an account.
    if request.GET.get("luck") == "1" and request.user.is_authenticated:
        luck = luck_in_division(access.division, is_member=access.is_member)
        sheet = with_luck(sheet, luck)
    page = StandingsPage(
        access=access, sheet=sheet, divisions=divisions, report=report, scales=scales_of(access.season)
    )
    return show(request, "leagues/standings/standings.html", page)


@page_of(get_division_or_404, is_public=True)
def places_by_round(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """The place of each member after each round."""
    history = history_of(access.division, request.user)
    page = PlacesByRoundPage(access=access, history=history)
    return show(request, "leagues/standings/places_by_round.html", page)


@page_of(get_division_or_404, is_public=True)
def bracket(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """The rounds of a knock-out side by side; before it starts, the draw says more."""
    if not access.season.is_knock_out or access.season.started_at is None:
        raise Http404
    page = BracketPage(access=access, rounds=bracket_of(access.division, request.user))
    return show(request, "leagues/standings/bracket.html", page)


@page_of(get_division_or_404, is_public=True)
def meetings(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """Who met whom, in which rounds."""
    page = MeetingsPage(access=access, lines=meetings_of(access.division))
    return show(request, "leagues/standings/meetings.html", page)


@page_of(get_division_or_404, is_public=True)
def figure(request: HttpRequest, access: DivisionAccess, pk: int) -> HttpResponse:
    """Explains a member's points: every round, table, deal and adjustment, and every tie-break."""
    rows, values = rows_of(access.division)
    if pk not in values.members:
        raise Http404
    names = names_of(access.division, rows, request.user)
    now = so_far(values)
    tree = explain(now, pk)
    [row] = [row for row in running_standings(values) if row.member == pk]
    facts: Any = tree.facts
    page = FigurePage(
        access=access,
        entry=names.entries[pk],
        row=row,
        is_gone=row.place is None and is_gone(row.results),
        points=tree.value,
        rows=explanation_rows(tree, names),
        ties=[tie_explanation(node, names) for node in explain_ties(now, pk)] if row.played else [],
        has_ranges=has_ranges(access.season, DivisionStandings.objects.filter(division=access.division).first()),
        limit=facts["count"] if facts["count"] != facts["rounds"] else None,
        steps=steps_in_words([step_of(step) for step in row.steps]),
    )
    return show(request, "leagues/standings/figure.html", page)


@page_of(get_division_or_404, is_public=True)
def adjustments(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """The adjustments in the division; organisers make new ones here."""
    form = AdjustForm(entries=_entries(access.division)) if access.organises else None
    return _adjustments(request, access, form)


@require_POST
def adjust(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    """Give a member points, or take some."""
    access = get_organised_division(request.user, slug, season, number)
    form = AdjustForm(request.POST, entries=_entries(access.division))
    if not form.is_valid():
        return _adjustments(request, access, form)
    if "sure" not in request.POST and access.season.state != Season.State.CANCELLED:
        question = consequences.of_adjusting(access, request.user, **form.values())
        page = QuestionPage(access=access, question=question, form=form, back=access.path("adjustments"))
        return show(request, "leagues/question.html", page)
    limit(request, "adjust", "60/h")
    saved = _("Saved. The standings will be updated in a moment.")
    do, values = standings_adjustments.adjust, form.values()
    return change(request, access, do, "adjustments", **values, success=saved)


cancel_adjustment = posts_to(
    standings_adjustments.cancel,
    get_organised_division,
    "adjustments",
    GivenReasonForm,
    asks=consequences.of_cancelling_adjustment,
)


def _adjustments(request: HttpRequest, access: DivisionAccess, form: AdjustForm | None) -> HttpResponse:
    adjustments = Adjustment.objects.filter(entry__division=access.division)
    related = adjustments.select_related("entry__user", "made_by", "cancelled_by")
    page = AdjustmentsPage(access=access, form=form, changes=list(related.order_by("-pk")))
    return show(request, "leagues/standings/adjustments.html", page)


def _entries(division: Division) -> list[Entry]:
    """The division's members, present and former, even if they have applied again."""
    entries = Entry.objects.filter(division=division)
    return list(entries.select_related("user").order_by("order"))


def _divisions(access: DivisionAccess) -> list[Division]:
    """All divisions of the season, if there are several."""
    divisions = list(Division.objects.filter(season=access.season).order_by("number"))
    return divisions if len(divisions) > 1 else []
