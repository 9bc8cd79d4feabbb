"""Who plays in a running match, and what they may do beside playing: step out, come back, pause, find a substitute."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import get_game_or_404, get_own_game_or_404
from games.lobby.tables import TableError
from games.log import state_of
from games.models import Game
from games.seats import absence
from games.seats.forms import LeaveForm, OfferForm, PauseForm
from games.seats.people import people_context
from players.limits import limit
from players.requests import PersonRequest


@login_not_required
@require_safe
@never_cache
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays, what time they have, and what has happened."""
    return _page(request, get_game_or_404(request.user, slug))


@require_POST
def take_back(request: PersonRequest, slug: str) -> HttpResponse:
    """Play oneself again, after a bot has."""
    game = get_own_game_or_404(request.user, slug)
    response = _change(request, game, absence.take_back, user=request.user)
    return redirect("games:table", slug) if response.status_code == 302 else response


@require_POST
def leave(request: PersonRequest, slug: str) -> HttpResponse:
    """Give one's seat up."""
    game = get_own_game_or_404(request.user, slug)
    form = LeaveForm(request.POST)
    if not form.is_valid():
        return _page(request, game, leave=form)
    response = _change(request, game, absence.leave, user=request.user)
    if response.status_code != 302:
        return response
    messages.success(request, _("You have left the table."))
    return redirect("front_page")


@require_POST
def pause(request: PersonRequest, slug: str) -> HttpResponse:
    game = _hosted(request, slug)
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _page(request, game, pause=form)
    # Each goes into the log for good, and one that ends at once takes nothing of the days that a match may rest.
    limit(request, "pause", "20/h")
    return _change(request, game, absence.pause, user=request.user, **form.cleaned_data)


@require_POST
def resume(request: PersonRequest, slug: str) -> HttpResponse:
    return _change(request, _hosted(request, slug), absence.resume)


@require_POST
def offer(request: PersonRequest, slug: str) -> HttpResponse:
    """Ask somebody to play on in a seat that a bot plays."""
    game = _hosted(request, slug)
    limit(request, "invite", "60/h")
    form = OfferForm(request.POST, host=request.user)
    if not form.is_valid():
        return _page(request, game, offer=form)
    number = form.cleaned_data["number"]
    return _change(request, game, absence.offer, number=number, user=form.person)


def _hosted(request: PersonRequest, slug: str) -> Game:
    game = get_game_or_404(request.user, slug)
    if game.host_id != request.user.pk:
        raise PermissionDenied
    return game


def _page(request: HttpRequest, game: Game, **forms: Any) -> HttpResponse:
    """The page, with a form that was refused if there is one."""
    if game.started_at is None:
        raise Http404
    context = people_context(game, state_of(game), request.user, **forms)
    return render(request, "games/people.html", context, status=422 if forms else 200)


def _change(request: HttpRequest, game: Game, change: Any, **arguments: Any) -> HttpResponse:
    """Do it and show the page; say why not where it cannot be done."""
    try:
        change(game_id=game.pk, **arguments)
    except TableError as error:
        context = {"error": str(error), "back": game.get_absolute_url()}
        return render(request, "games/refused.html", context, status=409)
    return redirect("games:people", game.slug)
