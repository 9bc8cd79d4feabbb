"""The pages of a division: standings, the explanation of a member's points, and adjustments."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from leagues.access import DivisionAccess, get_division_or_404, get_organised_division
from leagues.models import Adjustment, Division, Entry
from leagues.responses import change, page_of, posts_to, show
from leagues.standings import adjustments as standings_adjustments
from leagues.standings.context import standings_context, with_luck
from leagues.standings.core import explain, explain_ties, running_standings, so_far
from leagues.standings.explanations import (
    explanation_rows,
    names_of,
    tie_explanation,
)
from leagues.standings.forms import AdjustForm
from leagues.standings.history import history_of
from leagues.standings.meetings import meetings_of
from leagues.standings.report import standings_text
from leagues.standings.scales import scales_of
from leagues.standings.store import rows_of
from leagues.statistics.luck import luck_in_division
from players.requests import PersonRequest


@page_of(get_division_or_404, is_public=True)
def standings(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """The standings of a division."""
    sheet, divisions = standings_context(access.division, request.user), _divisions(access)
    shown = sheet
    # Nobody shows their figures to visitors without an account.
    if request.GET.get("luck") == "1" and request.user.is_authenticated:
        luck = luck_in_division(access.division, is_member=access.is_member)
        shown = with_luck(sheet, luck)
    return show(
        request,
        "leagues/standings/standings.html",
        access,
        sheet=shown,
        divisions=divisions,
        report=standings_text(access.division, sheet, is_only=not divisions),
        scales=scales_of(access.season),
    )


@page_of(get_division_or_404, is_public=True)
def places_by_round(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """The place of each member after each round."""
    return show(
        request,
        "leagues/standings/places_by_round.html",
        access,
        history=history_of(access.division, request.user),
    )


@page_of(get_division_or_404, is_public=True)
def meetings(request: HttpRequest, access: DivisionAccess) -> HttpResponse:
    """Who met whom, in which rounds."""
    return show(
        request, "leagues/standings/meetings.html", access, lines=meetings_of(access.division)
    )


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
    facts = tree.facts
    return show(
        request,
        "leagues/standings/figure.html",
        access,
        entry=names.entries[pk],
        row=row,
        points=tree.value,
        rows=explanation_rows(tree, names),
        ties=[tie_explanation(node, names) for node in explain_ties(now, pk)],
        limit=facts["count"] if facts["count"] != facts["rounds"] else None,
    )


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
    limit(request, "adjust", "60/h")
    saved = _("Saved. The standings will be updated in a moment.")
    do, values = standings_adjustments.adjust, form.values()
    return change(request, access, do, "adjustments", **values, success=saved)


cancel_adjustment = posts_to(standings_adjustments.cancel, get_organised_division, "adjustments")


def _adjustments(
    request: HttpRequest, access: DivisionAccess, form: AdjustForm | None
) -> HttpResponse:
    found = Adjustment.objects.filter(entry__division=access.division)
    made = found.select_related("entry__user", "made_by", "cancelled_by").order_by("-pk")
    return show(
        request,
        "leagues/standings/adjustments.html",
        access,
        status=422 if form is not None and form.is_bound else 200,
        form=form,
        changes=made,
    )


def _entries(division: Division) -> list[Entry]:
    """The division's members, present and former, even if they have applied again."""
    found = Entry.objects.filter(division=division)
    return list(found.select_related("user").order_by("order"))


def _divisions(access: DivisionAccess) -> list[Division]:
    """All divisions of the season, if there are several."""
    found = list(Division.objects.filter(season=access.season).order_by("number"))
    return found if len(found) > 1 else []
