"""The panel for planning ahead, beside the board."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import retarget, trigger_client_event

from games.access import get_own_game_or_404, seat_of
from games.kernel.log import state_of
from games.kernel.transaction import NotSeated, TableError
from games.models import Game
from games.plans import services
from games.plans.context import plans_panel
from games.plans.forms import DropPlanForm, PlanForm
from games.requests import PlayerRequest
from infrastructure.pages import render_page
from infrastructure.requests import parse_number, redirect_after_post
from players.requests import refused


@require_POST
def plan(request: PlayerRequest, slug: str) -> HttpResponse:
    """Add a plan for a deal."""
    form = PlanForm(request.POST)
    if not form.is_valid():
        error = str(next(iter(form.errors.values()))[0])
        return _told(error) if request.htmx else _panel(request, slug, error)
    deal = form.cleaned_data["deal"]
    return _change(request, slug, partial(services.add_plan, user=request.user, deal=deal, plan=form.plan))


@require_POST
def drop_plan(request: PlayerRequest, slug: str) -> HttpResponse:
    form = DropPlanForm(request.POST)
    if not form.is_valid():
        return _panel(request, slug, _("This plan could not be read. Please choose again."))
    deal, text = form.cleaned_data["deal"], form.cleaned_data["plan"]
    return _change(request, slug, partial(services.drop_plan, user=request.user, deal=deal, text=text))


@require_POST
def play_forced(request: PlayerRequest, slug: str) -> HttpResponse:
    """Choose whether the site plays forced cards."""
    wished = request.POST.get("wished") == "yes"
    return _change(request, slug, partial(services.set_play_forced, user=request.user, wished=wished))


def _told(error: str) -> HttpResponse:
    """What is wrong with the form, which stays as it was filled in."""
    note = format_html('<p class="note warn" role="alert">{}</p>', error)
    return retarget(HttpResponse(note, status=422), "#plan-refused")


def _change(request: PlayerRequest, slug: str, do: Callable[..., Game]) -> HttpResponse:
    """Carry out a change and show the panel, with the reason if it was refused."""
    try:
        do(slug=slug)
    except (Game.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    except TableError as error:
        return _panel(request, slug, str(error))
    # The board shows plans as well.
    return trigger_client_event(_panel(request, slug), "changed", {"target": "#board"})


def _panel(request: PlayerRequest, slug: str, error: str = "") -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    number = parse_number(request.POST.get("deal"))
    status = 422 if error else 200
    if request.htmx:
        panel = plans_panel(game, seat_of(request.user, game), state_of(game), number, error)
        return render_page(request, "games/plans/_plans.html", panel, status=status)
    back = f"{game.get_absolute_url()}?deal={number or ''}&side=plans#side"
    return refused(request, error, back, status) if error else redirect_after_post(back)
