"""The page on which staff give seats back."""

from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.kernel.transaction import TableError
from games.models import Game
from games.presentation.table_titles import title
from infrastructure.pages import render_page
from infrastructure.requests import get_or_post
from players.requests import PersonRequest
from staff.access import needs
from staff.give_back import services
from staff.give_back.forms import GiveBackForm, TableLookupForm
from staff.moderation.services import ActionRefused
from staff.moderation.views import MODERATE


@dataclass(frozen=True, slots=True)
class GiveBackPage:
    form: TableLookupForm
    game: Game | None = None
    title: str = ""
    decision: GiveBackForm | None = None
    refused: str = ""
    """Why no seat of the table can be given back."""


@get_or_post
@never_cache
@needs(MODERATE)
def give_back(request: PersonRequest) -> HttpResponse:
    """Ask for the table, list the seats that can be given back, and give them back."""
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
            game, decision.cleaned_data["seats"], actor=request.user, reason=decision.cleaned_data["reason"]
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
    page = GiveBackPage(form)
    if game is not None:
        page = GiveBackPage(form, game, title(game), decision, refused or _refusal(game))
    return render_page(request, "staff/give_back/give_back.html", page, status=status)


def _refusal(game: Game) -> str:
    """Why no seat of this table can be given back; empty if one can. Checking stores nothing."""
    try:
        with transaction.atomic():
            services.found_running(game)
            transaction.set_rollback(True)
    except TableError as error:
        return str(error)
    return "" if services.losses(game) else _("There is no seat to give back.")
