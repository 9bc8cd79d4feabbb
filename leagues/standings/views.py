"""The pages of a division: standings, the explanation of a member's points, and adjustments."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.locks import ClubError
from leagues.models import Adjustment, Division, Entry
from leagues.responses import refused, show
from leagues.standings import adjustments as standings_adjustments
from leagues.standings.access import DivisionPlace, get_division_or_404, get_organised_division
from leagues.standings.context import standings_context
from leagues.standings.core import explain, explain_ties, standings
from leagues.standings.explanations import (
    adjustment_row,
    explanation_rows,
    names_of,
    tie_explanation,
)
from leagues.standings.forms import AdjustForm
from leagues.standings.number_format import as_text, exact, span
from leagues.standings.store import rows_of
from players.rate_limits import limit
from players.requests import PersonRequest


@login_not_required
@require_safe
@never_cache
def standings_page(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """The standings of a division."""
    here = get_division_or_404(request.user, slug, season, number)
    return _show(
        request,
        "leagues/standings/standings.html",
        here,
        sheet=standings_context(here.division, request.user),
        divisions=_divisions(here),
    )


@login_not_required
@require_safe
@never_cache
def figure(request: HttpRequest, slug: str, season: str, number: int, pk: int) -> HttpResponse:
    """Explains a member's points: every round, table, deal and adjustment, and every tie-break."""
    here = get_division_or_404(request.user, slug, season, number)
    rows, values = rows_of(here.division)
    if pk not in values.members:
        raise Http404
    names = names_of(rows, request.user)
    tree = explain(values, pk)
    [row] = [row for row in standings(values) if row.member == pk]
    facts = tree.facts
    return _show(
        request,
        "leagues/standings/figure.html",
        here,
        entry=names.entries[pk],
        row=row,
        points=as_text(tree.value),
        exact=exact(tree.value),
        rows=explanation_rows(tree, names),
        ties=[tie_explanation(node, names) for node in explain_ties(values, pk)],
        reach=span(*row.reach) if row.reach.least != row.reach.most else "",
        places=span(*row.places),
        limit=facts["count"] if facts["count"] != facts["rounds"] else None,
    )


@login_not_required
@require_safe
@never_cache
def adjustments(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """The adjustments in the division; organisers make new ones here."""
    here = get_division_or_404(request.user, slug, season, number)
    form = AdjustForm(entries=_entries(here.division)) if here.organises else None
    return _adjustments(request, here, form)


@require_POST
def adjust(request: PersonRequest, slug: str, season: str, number: int) -> HttpResponse:
    """Give a member points, or take some."""
    here = get_organised_division(request.user, slug, season, number)
    form = AdjustForm(request.POST, entries=_entries(here.division))
    if not form.is_valid():
        return _adjustments(request, here, form)
    limit(request, "adjust", "60/h")
    data = form.cleaned_data
    try:
        standings_adjustments.adjust(
            club_id=here.club.pk,
            user=request.user,
            season_id=here.season.pk,
            entry_id=data["entry"],
            points=data["points"],
            reason=data["reason"],
        )
    except ClubError as error:
        return refused(request, str(error), here.club.get_absolute_url())
    messages.success(request, _("Saved. The standings will be updated in a moment."))
    return redirect("leagues:adjustments", slug, season, number)


@require_POST
def cancel_adjustment(
    request: PersonRequest, slug: str, season: str, number: int, pk: int
) -> HttpResponse:
    """Cancel an adjustment."""
    here = get_organised_division(request.user, slug, season, number)
    try:
        standings_adjustments.cancel(
            club_id=here.club.pk,
            user=request.user,
            season_id=here.season.pk,
            adjustment_id=pk,
        )
    except ClubError as error:
        return refused(request, str(error), here.club.get_absolute_url())
    return redirect("leagues:adjustments", slug, season, number)


def _adjustments(
    request: HttpRequest, here: DivisionPlace, form: AdjustForm | None
) -> HttpResponse:
    found = Adjustment.objects.filter(entry__division=here.division)
    made = found.select_related("entry__user", "made_by", "cancelled_by").order_by("-pk")
    return _show(
        request,
        "leagues/standings/adjustments.html",
        here,
        status=422 if form is not None and form.is_bound else 200,
        form=form,
        changes=[adjustment_row(one) for one in made],
    )


def _entries(division: Division) -> list[Entry]:
    """The division's members, present and former, even if they have applied again."""
    found = Entry.objects.filter(division=division)
    return list(found.select_related("user").order_by("order"))


def _divisions(here: DivisionPlace) -> list[Division]:
    """All divisions of the season, if there are several."""
    found = list(Division.objects.filter(season=here.season).order_by("number"))
    return found if len(found) > 1 else []


def _show(
    request: HttpRequest,
    template: str,
    here: DivisionPlace,
    *,
    status: int = 200,
    **context: object,
) -> HttpResponse:
    words = {"season": here.season, "division": here.division, **context}
    return show(request, template, here.place, status=status, **words)
