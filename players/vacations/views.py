"""The pages of a person's vacations."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.models import Vacation
from players.requests import PersonRequest
from players.vacations import services
from players.vacations.forms import VacationForm
from players.vacations.services import VacationError

# Each change recomputes the deadlines of all games of the person.
VACATIONS: Final = "30/d"


@dataclass(frozen=True, slots=True)
class VacationsPage:
    form: VacationForm
    vacations: QuerySet[Vacation]
    now: datetime
    left: int
    """Days of this year."""


@get_or_post
def vacations(request: PersonRequest) -> HttpResponse:
    """The days on which the person's clocks stop."""
    if request.method == "POST":
        limit(request, "vacation", VACATIONS)
    form = VacationForm(request.POST or None)
    if form.is_valid():
        try:
            services.enter(user=request.user, **form.cleaned_data)
        except VacationError as error:
            form.add_error(None, str(error))
        else:
            return redirect("players:vacations")
    now = timezone.now()
    page = VacationsPage(
        form,
        request.user.vacations.filter(end__gt=now),
        now,
        services.days_left(request.user, timezone.localtime(now).year),
    )
    return render_page(request, "players/vacations/vacations.html", page, status=form_status(form))


@require_POST
def end_vacation(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "vacation", VACATIONS)
    services.end(vacation=get_object_or_404(request.user.vacations, pk=pk))
    return redirect("players:vacations")
