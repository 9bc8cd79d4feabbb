"""The page on which staff give seats back: which table, which seats, and why."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.kernel.transaction import TableError
from games.models import Game
from games.presentation.table_titles import title
from infrastructure.requests import get_or_post
from players.requests import PersonRequest
from staff.access import needs
from staff.give_back import services
from staff.give_back.forms import GiveBackForm, TableLookupForm
from staff.moderation.services import ActionRefused
from staff.moderation.views import MODERATE


@get_or_post
@never_cache
@needs(MODERATE)
def give_back(request: PersonRequest) -> HttpResponse:
    """Ask which table, tell what can be given back, and do it."""
    form = TableLookupForm(request.GET or None)
    if not form.is_valid():
        return _page(request, form)
    game: Game = form.cleaned_data["table"]
    losses = services.losses(game)
    if request.method != "POST":
        return _page(request, form, game, GiveBackForm(losses=losses))
    decision = GiveBackForm(request.POST, losses=losses)
    if not decision.is_valid():
        return _page(request, form, game, decision, status=422)
    try:
        given = services.give_back(
            game,
            decision.cleaned_data["seats"],
            actor=request.user,
            reason=decision.cleaned_data["reason"],
        )
    except (TableError, ActionRefused) as error:
        return _page(request, form, game, decision, str(error), status=409)
    names = _(", ").join(str(loss.person) for loss in given)
    messages.success(request, _("Given back and logged: %(names)s.") % {"names": names})
    return redirect("staff:log")


def _page(
    request: PersonRequest,
    form: TableLookupForm,
    game: Game | None = None,
    decision: GiveBackForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "decision": decision, "refused": refused}
    if game is not None:
        context |= {"game": game, "title": title(game), "refused": refused or _refusal(game)}
    return render(request, "staff/give_back/give_back.html", context, status=status)


def _refusal(game: Game) -> str:
    """Why nothing can be given back at this table; empty if something can. Looking stores nothing."""
    try:
        with transaction.atomic():
            services.found_running(game)
            transaction.set_rollback(True)
    except TableError as error:
        return str(error)
    return "" if services.losses(game) else _("There is no seat to give back.")
