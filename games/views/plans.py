"""Planning ahead, beside the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from games.access import get_own_game_or_404, seat_of
from games.lobby.tables import TableError
from games.log import state_of
from games.models import Game
from games.planning import services as planning
from games.planning.forms import DropPlanForm, PlanForm
from games.planning.panel import plans_context
from games.services import NotSeated
from players.requests import PersonRequest


class PlannerRequest(PersonRequest):
    htmx: HtmxDetails


@require_POST
def plan(request: PlannerRequest, slug: str) -> HttpResponse:
    """Add a plan for a deal."""
    form = PlanForm(request.POST)
    if not form.is_valid():
        return _panel(request, slug, str(next(iter(form.errors.values()))[0]))
    deal = form.cleaned_data["deal"]
    return _after(
        request, slug, partial(planning.plan, user=request.user, deal=deal, plan=form.plan)
    )


@require_POST
def drop_plan(request: PlannerRequest, slug: str) -> HttpResponse:
    """Take a plan back."""
    form = DropPlanForm(request.POST)
    if not form.is_valid():
        return _panel(request, slug, _("This plan could not be read. Please choose anew."))
    deal, text = form.cleaned_data["deal"], form.cleaned_data["plan"]
    return _after(request, slug, partial(planning.drop, user=request.user, deal=deal, text=text))


@require_POST
def play_forced(request: PlannerRequest, slug: str) -> HttpResponse:
    """Have forced cards played, or play them oneself."""
    wished = request.POST.get("wished") == "yes"
    return _after(request, slug, partial(planning.play_forced, user=request.user, wished=wished))


def _after(request: PlannerRequest, slug: str, do: Callable[..., Game]) -> HttpResponse:
    """The panel after it was done, or with what forbids it."""
    try:
        do(slug=slug)
    except (Game.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    except TableError as error:
        return _panel(request, slug, str(error))
    return _panel(request, slug)


def _panel(request: PlannerRequest, slug: str, refused: str = "") -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    deal = request.POST.get("deal", "")
    number = int(deal) if deal.isdecimal() and len(deal) < 6 else None
    status = 422 if refused else 200
    if request.htmx:
        context = plans_context(game, seat_of(request.user, game), state_of(game), number, refused)
        return render(request, "games/_plans.html", {"game": game, **context}, status=status)
    back = f"{game.get_absolute_url()}?deal={number or ''}&side=plans#side"
    if refused:
        return render(
            request, "games/refused.html", {"error": refused, "back": back}, status=status
        )
    return HttpResponse(status=303, headers={"Location": back})
