"""The pages of a person's vacations."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.requests import PersonRequest
from players.vacations import services
from players.vacations.forms import VacationForm
from players.vacations.services import VacationError

# Each change recomputes the deadlines of all games of the person.
VACATIONS: Final = "30/d"


@get_or_post
def vacations(request: PersonRequest) -> HttpResponse:
    """The days on which the person's clocks stand still."""
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
    context = {
        "form": form,
        "vacations": request.user.vacations.filter(end__gt=now),
        "now": now,
        "left": services.days_left(request.user, timezone.localtime(now).year),
    }
    status = 422 if form.is_bound else 200
    return render(request, "players/vacations/vacations.html", context, status=status)


@require_POST
def end_vacation(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "vacation", VACATIONS)
    services.end(vacation=get_object_or_404(request.user.vacations, pk=pk))
    return redirect("players:vacations")
