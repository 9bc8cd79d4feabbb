"""Tables before their match: finding one, opening one, sitting down, arranging the seats."""

from typing import Any, Final
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from games.access import (
    get_game_or_404,
    get_hosted_game,
    get_invited_game_or_404,
    get_own_game_or_404,
    offered_seat,
    seat_of,
)
from games.house_rules.queries import chosen_house_rules, options_in, to_choose
from games.kernel.transaction import TableError
from games.lobby import services
from games.lobby.bot_list import bots_page
from games.lobby.context import NewTablePage, SeatMePage, lobby_page, tables_page, wish_lines
from games.lobby.forms import BotForm, NewTableForm, PlayNowForm, SeatForm, SeatInviteForm, ShuffleSeedForm
from games.lobby.paces import PACES, pace_of
from games.lobby.rematch import join_rematch
from games.lobby.rules_form import preset_of, presets_to_choose
from games.lobby.seat_wishes import end_wish, wish_of
from games.lobby.wish_form import SeatWishForm, initial_of
from games.models import Game, HouseRules
from games.seats import substitution
from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, public_page
from players.accounts.services import create_guest, sign_guest_in
from players.accounts.sign_up import remember_invitation
from players.requests import PersonRequest, refused

INVITED: Final = "60/h"
"""How many people one host invites, one by one or with a new table."""

# --- Finding and opening ---


@public_page
def tables(request: HttpRequest) -> HttpResponse:
    """The tables that look for players, and those that anyone may watch."""
    return render_page(request, "games/lobby/tables.html", tables_page(request.GET, request.user))


@get_or_post
def new_table(request: PersonRequest) -> HttpResponse:
    """Choose the rules and open a table."""
    house, pace = chosen_house_rules(request), pace_of(request)
    options = options_in(house.rules) if house else {}
    preset = house.rules.preset if house and options else preset_of(request)
    if request.method != "POST":
        initial: dict[str, Any] = options | {key: request.GET[key] for key in ("name", "friends") if key in request.GET}
        initial["chosen"] = request.GET.getlist("chosen")
        initial["key"] = str(uuid4())
        form = NewTableForm(preset=preset, pace=pace, host=request.user, initial=initial)
        return _new_table_page(request, form, house=house)
    form = NewTableForm(_changed(request.POST), preset=preset, pace=pace, host=request.user)
    # Who asks only how long it would take, or changes that by one tap, opens nothing yet.
    if "change" in request.POST:
        return _new_table_page(request, form, status=200)
    if not form.is_valid():
        return _new_table_page(request, form)
    if game := form.opened():
        return _redirect_to_table(game)
    limit(request, "new_table", "30/h")
    for _person in form.invited:
        limit(request, "invite", INVITED)
    try:
        return _redirect_to_table(form.save())
    except TableError as error:
        form.add_error(None, str(error))
        return _new_table_page(request, form)


def _changed(data: QueryDict) -> QueryDict:
    """Return the form with the option changed that a button such as "deals_at_once=5" asks for."""
    key, _equals, value = data.get("change", "").partition("=")
    changed = data.copy()
    if value:
        changed[key] = value
    return changed


def _new_table_page(
    request: HttpRequest, form: NewTableForm, status: int | None = None, house: HouseRules | None = None
) -> HttpResponse:
    paces = [(key, pace, pace.takes(form.preset)) for key, pace in PACES.items()]
    page = NewTablePage(form, house, to_choose(request.user, house), form.preset, presets_to_choose(), paces)
    status = status or (422 if form.errors else 200)
    return render_page(request, "games/lobby/new_table.html", page, status=status)


@login_not_required
@get_or_post
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a deal against bots; a visitor becomes a guest. Shortcuts of the installed site lead to the button."""
    if request.method != "POST":
        return render(request, "games/lobby/play_now.html")
    form = PlayNowForm(request.POST)
    if not form.is_valid():
        raise Http404
    game = form.opened(request.user)
    if game is None:
        limit(request, "play_now", "20/h")
        game = form.save(request)
    if not request.user.is_authenticated and game.host is not None:
        sign_guest_in(request, game.host)
    return _redirect_to_table(game)


@login_not_required
@get_or_post
def seat_me(request: HttpRequest) -> HttpResponse:
    """Say what one would like to play, and be seated as soon as enough others want the same; visitors become guests."""
    wish = wish_of(request.user) if request.user.is_authenticated else None
    form = SeatWishForm(request.POST if request.method == "POST" else None, initial=initial_of(wish))
    if not form.is_valid():
        page = SeatMePage(form, wish, wish_lines(request.user))
        return render_page(request, "games/lobby/seat_me.html", page, status=form_status(form))
    limit(request, "seat_me", "30/h", costly=True)
    form.save(create_guest(request))
    messages.success(request, _("You will be seated as soon as enough people are there."))
    return redirect("games:tables")


@require_POST
def end_seat_wish(request: PersonRequest) -> HttpResponse:
    end_wish(request.user)
    messages.success(request, _("You are no longer waiting for a seat."))
    return redirect("games:tables")


# --- Sitting down and standing up ---


@login_not_required
@require_POST
def take_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down; at a listed table a visitor does so as a guest."""
    game = get_game_or_404(request.user, slug)
    form = SeatForm(request.POST)
    number = form.cleaned_data["number"] if form.is_valid() else None
    if not request.user.is_authenticated:
        if not lobby_page(game, request.user).may_sit:
            return _refused(request, game, _("No seat is free at this table."), 409)
        limit(request, "join", "20/h")
        return _change(request, game, services.take_seat, user=create_guest(request), number=number)
    if offered_seat(request.user, game.seats.all()):
        return _change(request, game, substitution.sit_in, user=request.user)
    return _change(request, game, services.take_seat, user=request.user, number=number)


@require_POST
def leave_seat(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    response = _change(request, game, services.leave_seat, user=request.user)
    # People who leave an unlisted table can no longer see it.
    stays = game.is_listed or game.host_id == request.user.pk
    return response if stays or response.status_code != 302 else redirect("front_page")


@login_not_required
@get_or_post
@never_cache
def join(request: HttpRequest, invitation: str) -> HttpResponse:
    """The page of an invitation link: look at the table and sit down, as a guest if need be."""
    game = get_invited_game_or_404(request.user, invitation)
    if seat_of(request.user, game) or game.status != Game.Status.LOBBY:
        return _redirect_to_table(game)
    page = lobby_page(game, request.user)
    remember_invitation(request)
    if request.method != "POST":
        return render_page(request, "games/lobby/join.html", page)
    if not page.may_sit:
        return _refused(request, game, _("No seat is free at this table."), 409)
    limit(request, "join", "20/h")
    return _change(request, game, services.take_seat, user=create_guest(request))


@public_page
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Refresh the seats on an open page; once the match has started, redirect it to the table."""
    game = get_game_or_404(request.user, slug)
    if game.status != Game.Status.LOBBY:
        return HttpResponseClientRedirect(game.get_absolute_url())
    return render_page(request, "games/lobby/_seats_answer.html", lobby_page(game, request.user))


@require_POST
def rematch(request: PersonRequest, slug: str) -> HttpResponse:
    """Open a rematch for the people of a match that is over, or sit down at the one that another has opened."""
    game = get_own_game_or_404(request.user, slug)
    limit(request, "new_table", "30/h")
    try:
        return _redirect_to_table(join_rematch(game_id=game.pk, user=request.user))
    except TableError as error:
        return _refused(request, game, str(error), 409)


# --- Arranging the seats, and the shuffle ---


@require_POST
def seat_bot(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_hosted_game(request.user, slug)
    form = BotForm(request.POST)
    if not form.is_valid():
        return _refused(request, game, _("This form could not be read. Please try again."), 422)
    number, level = form.cleaned_data["number"], form.cleaned_data["level"]
    if number is None:
        return _change(request, game, services.fill_with_bots, level=level)
    return _change(request, game, services.seat_bot, number=number, level=level)


@require_POST
def invite(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_hosted_game(request.user, slug)
    limit(request, "invite", INVITED)
    form = SeatInviteForm(request.POST, host=request.user)
    if not form.is_valid():
        page = lobby_page(game, request.user, invite=form)
        return render_page(request, "games/lobby/lobby.html", page, status=422)
    number, person = form.cleaned_data["number"], form.cleaned_data["name"]
    return _change(request, game, services.invite, number=number, user=person)


@require_POST
def seed(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    form = ShuffleSeedForm(request.POST)
    if not form.is_valid():
        page = lobby_page(game, request.user, seed=form)
        return render_page(request, "games/lobby/lobby.html", page, status=422)
    text = form.cleaned_data["seed"]
    return _change(request, game, services.contribute_seed, user=request.user, seed=text)


@require_POST
def cancel(request: PersonRequest, slug: str) -> HttpResponse:
    response = _change(request, get_hosted_game(request.user, slug), services.cancel)
    if response.status_code != 302:
        return response
    messages.success(request, _("The table has been closed."))
    return redirect("front_page")


# --- Responses ---


def _change(request: HttpRequest, game: Game, change: Any, **arguments: Any) -> HttpResponse:
    """Change the table and go there, or show why the change was refused."""
    try:
        change(game_id=game.pk, **arguments)
    except TableError as error:
        return _refused(request, game, str(error), 409)
    return _redirect_to_table(game)


def _refused(request: HttpRequest, game: Game, error: str, status: int) -> HttpResponse:
    """Show why a change was refused, with a link back."""
    by_invitation = request.resolver_match and request.resolver_match.url_name == "join"
    back = request.path if by_invitation else game.get_absolute_url()
    return refused(request, error, back, status)


def _redirect_to_table(game: Game) -> HttpResponse:
    return redirect("games:table", game.slug)


@public_page
def bots(request: HttpRequest) -> HttpResponse:
    """The bots of people."""
    return render_page(request, "games/lobby/bots.html", bots_page(request.GET.get("after"), timezone.now()))
