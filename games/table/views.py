"""The table of a match: its page, the board that each move updates, and the chat and notes beside the board."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import get_game_or_404, get_game_to_review_or_404, get_own_game_or_404, may_look, seat_of
from games.comments.context import notes_beside
from games.comments.forms import NoteForm, save_note
from games.comments.models import PositionKey
from games.kernel.known_states import GameState
from games.kernel.log import state_of
from games.kernel.transaction import NotSeated, Stale, TableError
from games.live.viewers import record_viewers
from games.lobby.context import lobby_page
from games.models import Game
from games.plans.context import plans_panel
from games.plans.forms import DropPlanForm, PlanForm
from games.plans.services import add_plan, automation_of, drop_plan, plans_shown
from games.presentation.error_messages import refusal
from games.requests import AnyRequest, PlayerRequest, VisitorRequest
from games.review.game_replay import replay_of
from games.review.position import latest_step
from games.seats.live_play import LivePlay, live_play
from games.table.board import SIDES, TablePage, board_of, unread_lines
from games.table.chat import ChatPage, chat_page, mark_seen, post_message
from games.table.forms import ChatForm, action_of
from games.table.on_hold import on_hold_page
from games.turns import held_moves, services
from games.turns.context import next_turn
from infrastructure.pages import context_of, render_page, render_part
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, parse_number, public_page, redirect_after_post
from napoleon.engine import IllegalCommand
from players.models import User
from players.requests import sign_in_first


@dataclass(frozen=True, slots=True)
class Aside:
    """The context of ``games/table/_aside_answer.jinja``."""

    game: Game
    unread: int
    live: LivePlay
    may_have_rematch: bool
    """Whether the reader's page offers a rematch."""


@dataclass(frozen=True, slots=True)
class ChatLines:
    """The context of ``games/table/_chat_answer.html``."""

    game: Game
    chat: ChatPage
    is_new: bool


@public_page
def table(request: VisitorRequest, slug: str) -> HttpResponse:
    """The page of a table, before, during and after its match; a former player is led to the deals that they played."""
    game = get_game_to_review_or_404(request.user, slug)
    if not may_look(request.user.pk, game):
        return redirect("games:review", slug)
    if request.user.pk is not None:
        record_viewers([(request.user.pk, game.slug)])
    if game.started_at is None:
        return render_page(request, "games/lobby/lobby.html", lobby_page(game, request.user))
    if game.status == Game.Status.ON_HOLD:
        return on_hold_page(request)
    return _page(request, game, state_of(game), parse_number(request.GET.get("deal")))


@public_page
def board(request: VisitorRequest, slug: str) -> HttpResponse:
    """One board as it is now; 204 if the page already shows it."""
    game = get_game_or_404(request.user, slug)
    if game.status == Game.Status.ON_HOLD:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if _is_shown(request, game):
        return _aside_answer(request, game)
    if game.started_at is None:
        raise Http404
    return _board_answer(request, game, state_of(game), parse_number(request.GET.get("deal")))


def _is_shown(request: AnyRequest, game: Game) -> bool:
    """Whether the page shows the board as it is, with its reader's plans."""
    if request.GET.get("seq") != str(game.seq):
        return False
    seat, number = seat_of(request.user, game), parse_number(request.GET.get("deal"))
    plans = plans_shown(automation_of(seat), number) if seat and number else ""
    return request.GET.get("planned", plans) == plans


@require_POST
def act(request: PlayerRequest, slug: str) -> HttpResponse:
    """Carry out what the form says: bid, pass, call, exchange or play."""
    action = action_of(request.POST)
    if action is None:
        return _refused(request, slug, _("This form could not be read. Please try again."), 422)
    try:
        done = services.act(
            slug=slug, user_id=request.user.pk, payload=action.payload, seen=action.seen, key=action.key
        )
    except (Game.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    except Stale:
        return _refused(request, slug, _("The table has moved on. This is the current position."), 409)
    except IllegalCommand as error:
        return _refused(request, slug, refusal(error.reason, error.details), 422)
    return _board_or_redirect(request, done.game, done.state)


@require_POST
def take_move_back(request: PlayerRequest, slug: str) -> HttpResponse:
    """Take the move back that is not made yet; one that has been made stays."""
    deal = parse_number(request.POST.get("deal")) or 0
    try:
        game = held_moves.take_move_back(slug=slug, user=request.user, deal=deal)
    except (Game.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    return _board_or_redirect(request, game, state_of(game))


@require_POST
def tap_plan(request: PlayerRequest, slug: str) -> HttpResponse:
    """Plan what was tapped on the board, or remove such a plan."""
    form = _tapped(request.POST)
    if not form.is_valid():
        return _refused(request, slug, str(next(iter(form.errors.values()))[0]), 422)
    try:
        game = _planned(slug, request.user, form)
    except (Game.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    except TableError as error:
        return _refused(request, slug, str(error), 422)
    return _board_or_redirect(request, game, state_of(game))


def _tapped(data: QueryDict) -> PlanForm | DropPlanForm:
    if "plan" in data:
        return DropPlanForm(data)
    # The form of the auction also sends the keys of a bid, which are no condition of a pass.
    keys = ("deal", "do") if data.get("do") == "pass" else data
    return PlanForm({key: data.get(key) for key in keys})


def _planned(slug: str, user: User, form: PlanForm | DropPlanForm) -> Game:
    deal = form.cleaned_data["deal"]
    if isinstance(form, DropPlanForm):
        return drop_plan(slug=slug, user=user, deal=deal, text=form.cleaned_data["plan"])
    return add_plan(slug=slug, user=user, deal=deal, plan=form.plan)


@login_not_required
@get_or_post
@never_cache
def chat(request: PlayerRequest, slug: str) -> HttpResponse:
    """The lines of the chat; a POST by someone at the table adds one."""
    if request.method != "POST":
        game = get_game_or_404(request.user, slug)
        seat = seat_of(request.user, game)
        is_new = unread_lines(seat, None) > 0
        mark_seen(game, seat)
        lines = ChatLines(game, chat_page(game, request.user), is_new)
        return render_page(request, "games/table/_chat_answer.html", lines)
    if not request.user.is_authenticated:
        return sign_in_first(request)
    game = get_own_game_or_404(request.user, slug)
    form = ChatForm(request.POST)
    if form.is_valid():
        limit(request, "chat", "20/m")
        post_message(game=game, user=request.user, **form.cleaned_data)
    return _side_or_redirect(request, game, "chat", form)


@require_POST
def add_note(request: PlayerRequest, slug: str) -> HttpResponse:
    """Save a private note of the reader, with the position that their page shows."""
    game = get_game_or_404(request.user, slug)
    form = NoteForm(request.POST)
    if form.is_valid():
        limit(request, "note", "60/m")
        place = _current_place(game, form.cleaned_data["deal"])
        save_note(form, game=game, user=request.user, place=place)
    return _side_or_redirect(request, game, "notes", form)


def _current_place(game: Game, deal: int | None) -> PositionKey | None:
    """Return the latest position of the deal; None for a note about the whole match."""
    step = latest_step(replay_of(game), deal) if deal and game.started_at else None
    return None if deal is None or step is None else PositionKey(deal, step)


@require_safe
@never_cache
def next_table(request: PlayerRequest) -> HttpResponse:
    """Go to the reader's next turn after the table they come from."""
    turn = next_turn(request.user, request.GET.get("from", ""), request.GET.get("deal", ""))
    if turn is None:
        return redirect("front_page")
    return redirect(f"{turn.game.get_absolute_url()}?deal={turn.deal}")


# --- Responses ---


def _board_answer(
    request: AnyRequest, game: Game, state: GameState, number: int | None, error: str = "", status: int = 200
) -> HttpResponse:
    """The board for a page that shows another one; plans beside it that no longer fit are replaced with it."""
    page = board_of(request.user, _sent(request), game, state, number, error)
    if page.side == "plans":
        plans = plans_panel(game, page.seat, state, page.board.number)
        if plans.shown and plans.shown != _sent(request).get("plans"):
            page = replace(page, plans_panel=render_part(request, SIDES["plans"], plans))
    return render_page(request, "games/table/_board_answer.jinja", page, status=status)


def _aside_answer(request: AnyRequest, game: Game) -> HttpResponse:
    """The answer for a board that is up to date: what is new beside it, unread lines of the chat and who is there."""
    seat = seat_of(request.user, game)
    unread = unread_lines(seat, request.GET.get("side"))
    live = live_play(game, seat, state_of(game).happened, timezone.now())
    news = {"unread": str(unread), "live": live.key, "rematch": game.rematch_key}
    if all(request.GET.get(name, value) == value for name, value in news.items()):
        return HttpResponse(status=204)
    aside = Aside(game, unread, live, "rematch" in request.GET and game.may_have_rematch)
    answer = render_page(request, "games/table/_aside_answer.jinja", aside)
    answer["HX-Reswap"] = "none"  # the board stays; what is beside it is swapped by its ids
    return answer


def _page(
    request: AnyRequest,
    game: Game,
    state: GameState,
    number: int | None,
    error: str = "",
    status: int = 200,
    form: ChatForm | NoteForm | None = None,
) -> HttpResponse:
    page = board_of(request.user, _sent(request), game, state, number, error)
    if page.side != "log":
        page = replace(page, panel=_panel(request, page, state, form))
    return render_page(request, "games/table/table.html", page, status=status)


def _panel(request: AnyRequest, page: TablePage, state: GameState, form: ChatForm | NoteForm | None) -> str:
    """Render the panel that the reader has chosen instead of the log."""
    template = SIDES[page.side]
    if page.side == "plans":
        plans = plans_panel(page.game, page.seat, state, page.board.number)
        return render_part(request, template, plans)
    context = context_of(page) | _side_context(request, page.game, page.side, form)
    return render_to_string(template, context, request)


def _sent(request: AnyRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _side_context(request: AnyRequest, game: Game, side: str, form: ChatForm | NoteForm | None) -> dict[str, Any]:
    """Return the context of the chat or the notes; the other tabs need only the board's."""
    if side == "chat":
        chat = chat_page(game, request.user, parse_number(request.GET.get("before"), 18))
        if chat.is_latest:
            mark_seen(game, seat_of(request.user, game))
        return {"chat": chat, "form": form or ChatForm(initial={"key": uuid4()})}
    if side == "notes":
        deal = parse_number(request.POST.get("deal") or request.GET.get("deal"))
        return context_of(notes_beside(game, request.user, deal, form))
    return {}


def _board_or_redirect(request: AnyRequest, game: Game, state: GameState) -> HttpResponse:
    """Answer a move: htmx gets the board, other browsers a redirect to the page."""
    number = parse_number(request.POST.get("deal"))
    if request.htmx:
        return _board_answer(request, game, state, number)
    return redirect_after_post(f"{game.get_absolute_url()}?deal={number}")


def _refused(request: AnyRequest, slug: str, error: str, status: int) -> HttpResponse:
    """Answer a refused move with the board as it is now and the reason."""
    game = get_own_game_or_404(request.user, slug)
    state, number = state_of(game), parse_number(request.POST.get("deal"))
    if not request.htmx:
        return _page(request, game, state, number, error, status)
    return _board_answer(request, game, state, number, error, status)


def _side_or_redirect(request: AnyRequest, game: Game, side: str, form: ChatForm | NoteForm) -> HttpResponse:
    """Answer a chat message or a note: htmx gets the panel, other browsers a redirect to the page."""
    number = parse_number(request.POST.get("deal"))
    if form.is_valid() and not request.htmx:
        deal = f"deal={number}&" if number else ""
        return redirect_after_post(f"{game.get_absolute_url()}?{deal}side={side}#side")
    status = 422 if form.errors else 200
    if not request.htmx and game.started_at is None:
        # The page of a table that waits for players has no panels.
        waiting = lobby_page(game, request.user)
        return render_page(request, "games/lobby/lobby.html", waiting, status=status)
    if not request.htmx:
        return _page(request, game, state_of(game), number, status=status, form=form)
    context = {"game": game, "seat": seat_of(request.user, game), "is_saved": not form.errors}
    context |= _side_context(request, game, side, form if form.errors else None)
    return render(request, SIDES[side], context, status=status)
