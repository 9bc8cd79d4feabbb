"""A person's statistics, for the readers whom they allow."""

from dataclasses import dataclass, field

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.statistics.context import ChartedTable, PairFigures, of_its_own, of_person, others_of, picture, with_charts
from games.statistics.figures import Figures
from games.statistics.forms import PersonStatisticsForm
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.replica import from_replica
from players.access import get_person_or_404
from players.models import User
from players.profiles.audience import may_see
from players.requests import PersonRequest


@dataclass(frozen=True, slots=True)
class NotSharedPage:
    person: User


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStatisticsPage:
    person: User
    form: PersonStatisticsForm
    is_own: bool
    found: Figures | None = None
    """None if the form was refused."""
    sheets: list[ChartedTable] = field(default_factory=list)
    others: list[PairFigures] = field(default_factory=list)
    game_name: str = ""


@require_safe
@never_cache
@from_replica
def person_statistics(request: PersonRequest, pk: int) -> HttpResponse:
    """Show the tables with their charts, by game and period."""
    person = get_person_or_404(pk)
    if not may_see(request.user, person):
        page = NotSharedPage(person)
        return render_page(request, "games/statistics/not_shared.html", page, status=403)
    form, template = PersonStatisticsForm(request.GET), "games/statistics/person_statistics.html"
    is_own = person.pk == request.user.pk
    if not form.is_valid():
        refused = PersonStatisticsPage(person=person, form=form, is_own=is_own)
        return render_page(request, template, refused, status=400)
    counted, game = of_person(person, form)
    base = reverse("games:person_statistics", args=[pk])
    whole = PersonStatisticsPage(
        person=person,
        form=form,
        is_own=is_own,
        found=counted,
        sheets=with_charts(counted, base, request.GET),
        others=others_of(person, request.user, form, game),
        game_name=form.name_of(game),
    )
    return render_page(request, template, whole)


@require_safe
@never_cache
@of_its_own
@from_replica
def person_chart(request: PersonRequest, pk: int, name: str) -> HttpResponse:
    limit(request, "chart", "600/m")
    person = get_person_or_404(pk)
    if not may_see(request.user, person):
        raise PermissionDenied
    form = PersonStatisticsForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=400)
    return picture(of_person(person, form)[0], name, request.user.theme)
