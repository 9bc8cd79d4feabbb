"""The table of a match: its page, the board that each move updates, and the chat and notes beside the board."""

from __future__ import annotations

from dataclasses import replace
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

from games.access import (
    Visitor,
    get_game_or_404,
    get_game_to_review_or_404,
    get_own_game_or_404,
    may_look,
    seat_of,
)
from games.comments.context import notes_beside
from games.comments.forms import NoteForm, save_note
from games.comments.models import PositionKey
from games.engine import IllegalAction, PlayerView, view
from games.kernel.known_states import GameState
from games.kernel.log import seats_of, state_of
from games.kernel.transaction import NotSeated, Stale
from games.lobby.context import lobby_context
from games.lobby.rematch import may_have_rematch
from games.models import Game, Seat
from games.plans.context import is_panel_stale, plans_context
from games.presentation.cards import USUAL_ORDER, HandOrder
from games.presentation.error_messages import refusal
from games.presentation.reader_table import reader_table_of
from games.presentation.table_titles import short_title, title
from games.requests import (
    AnyRequest,
    PlayerRequest,
    VisitorRequest,
    parse_number,
    redirect_after_post,
)
from games.review.position import latest_step
from games.review.replay import replay_of
from games.seats.live_play import LivePlay, live_play
from games.seats.meetings import coming_meeting
from games.seats.table_messages import current_pause, seat_offer, table_messages
from games.table.board import DealBoard, chosen_deal, deal_board
from games.table.chat import chat_page, mark_seen, post_message
from games.table.forms import ChatForm, action_of
from games.table.last_visit import cards_shown, mark_moves_seen
from games.table.prompt import held_prompt
from games.turns import held_moves, services
from games.turns.context import DealTurns, deal_turns, next_turn
from players.models import User
from players.rate_limits import limit
from players.requests import get_or_post, sign_in_first
from players.vacations.services import vacations_now

SIDES = {
    "log": "games/table/_log.html",
    "rules": "games/table/_rules.html",
    "plans": "games/plans/_plans.html",
    "chat": "games/table/_chat.html",
    "notes": "games/comments/_notes.html",
}
"""What stands beside the board: the log, or what the reader has chosen instead."""


@login_not_required
@require_safe
@never_cache
def table(request: VisitorRequest, slug: str) -> HttpResponse:
    """The page of a table, before, during and after its match; a former player is led to the deals that they played."""
    game = get_game_to_review_or_404(request.user, slug)
    if not may_look(request.user.pk, game):
        return redirect("games:review", slug)
    if game.started_at is None:
        return render(request, "games/lobby/lobby.html", lobby_context(game, request.user))
    return _page(request, game, state_of(game), parse_number(request.GET.get("deal")))


@login_not_required
@require_safe
@never_cache
def board(request: VisitorRequest, slug: str) -> HttpResponse:
    """One board as it is now; 204 if the page already shows it."""
    game = get_game_or_404(request.user, slug)
    if request.GET.get("seq") == str(game.seq):
        return _aside_answer(request, game)
    if game.started_at is None:
        raise Http404
    return _board_answer(request, game, state_of(game), parse_number(request.GET.get("deal")))


@require_POST
def act(request: PlayerRequest, slug: str) -> HttpResponse:
    """Carry out what the form says: bid, pass, call, exchange or play."""
    action = action_of(request.POST)
    if action is None:
        return _refused(request, slug, _("This form could not be read. Please try again."), 422)
    try:
        done = services.act(
            slug=slug,
            user_id=request.user.pk,
            payload=action.payload,
            seen=action.seen,
            key=action.key,
        )
    except (Game.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    except Stale:
        return _refused(
            request, slug, _("The table has moved on. This is the current position."), 409
        )
    except IllegalAction as error:
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


@login_not_required
@get_or_post
@never_cache
def chat(request: PlayerRequest, slug: str) -> HttpResponse:
    """The lines of the chat; a POST by someone at the table adds one."""
    if request.method != "POST":
        game = get_game_or_404(request.user, slug)
        context = {"game": game, "chat": chat_page(game, request.user)}
        mark_seen(game, seat_of(request.user, game))
        return render(request, "games/table/_chat_lines.html", context)
    if not request.user.is_authenticated:
        return sign_in_first(request)
    game = get_own_game_or_404(request.user, slug)
    form = ChatForm(request.POST)
    if request.user.is_muted:
        form.add_error(
            "text", _("The people who run the site have decided that you cannot write for now.")
        )
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


def _board(
    request: AnyRequest, game: Game, state: GameState, number: int | None, error: str = ""
) -> dict[str, Any]:
    """Return the context of a board, made only of what this reader may know."""
    seat = seat_of(request.user, game)
    number_of_seat = seat.number if seat else None
    known = view(state.match, number_of_seat, closed=game.is_imported)
    history = seats_of(game, state)
    table = reader_table_of(
        known,
        game.seats.all(),
        history,
        state.seen,
        is_addressed=True,
        hand_order=_hand_order(request.user),
        on_vacation=_on_vacation(game),
    )
    number = chosen_deal(table, number)
    if number is None:
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    side = sent.get("side")
    shown = _shown(sent, seat, known, number)
    mark_moves_seen(seat, known, number)
    waiting = _turns(request.user, game, number)
    board = _asking(deal_board(table, number, shown), game, waiting)
    return {
        "game": game,
        "title": title(game),
        "short_title": short_title(game),
        "seat": seat,
        "board": board,
        "guessed_widows": replay_of(game).guessed_widows if game.is_imported else (),
        "comments": game.comments.filter(deal=number).count() if board.may_review else 0,
        "seq": state.seq,
        "seen": state.seen.get(number),
        "key": uuid4(),
        "one_tap": getattr(request.user, "one_tap", False),
        "waiting": waiting,
        "side": side if side in SIDES else "log",
        "unread": _unread(seat, side),
        "happened": table_messages(state.happened, history),
        "may_have_rematch": seat is not None and may_have_rematch(game),
        "meets_at": coming_meeting(game, timezone.now()),
        "live": _live(game, seat, state),
        "pause": current_pause(game, timezone.now()),
        "offer": seat_offer(request.user, game, state.match),
        "error": error,
    }


def _shown(sent: QueryDict, seat: Seat | None, known: PlayerView, number: int) -> int | None:
    """How many cards of the deal the reader has seen: as their page says, else as their last visit left it."""
    told = parse_number(sent.get("shown"))
    return cards_shown(seat, known, number) if told is None else told


def _asking(board: DealBoard, game: Game, waiting: DealTurns) -> DealBoard:
    """The board with what this table asks of its reader: nothing after it was abandoned, claims where it has them."""
    if game.status == Game.Status.ABANDONED:
        return replace(board, prompt=None, waiting="")
    prompt = board.prompt
    if prompt is None:
        return board
    if waiting.held:
        prompt = held_prompt(prompt, waiting.held)
    if not game.allows_claims:
        prompt = replace(prompt, may_claim=False, may_concede=False, bots_refuse=False)
    return replace(board, prompt=prompt)


def _board_answer(
    request: AnyRequest,
    game: Game,
    state: GameState,
    number: int | None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    """The board for a page that shows another one; plans beside it that no longer fit are replaced with it."""
    context = _board(request, game, state, number, error)
    context["plans_panel"] = ""
    if context["side"] == "plans":
        plans = plans_context(game, context["seat"], state, context["board"].number)
        sent = request.POST if request.method == "POST" else request.GET
        if is_panel_stale(plans, sent.get("plans")):
            panel = {"game": game, **plans}
            context["plans_panel"] = render_to_string("games/plans/_plans.html", panel, request)
    return render(request, "games/table/_board_answer.html", context, status=status)


def _hand_order(user: Visitor) -> HandOrder:
    if not isinstance(user, User):
        return USUAL_ORDER
    return HandOrder(user.alternates_colours, user.trumps_first)


def _unread(seat: Seat | None, side: object) -> int:
    """How many lines of the chat the reader has not seen: none while the chat is beside the board."""
    return 0 if seat is None or side == "chat" else seat.unread_chat


def _on_vacation(game: Game) -> set[int]:
    """The keys of the people at the running match who are on vacation."""
    if game.status != Game.Status.RUNNING:
        return set()
    people = [seat.user for seat in game.seats.all() if seat.is_present and seat.user is not None]
    return set(vacations_now(people, timezone.now()))


def _turns(user: Visitor, game: Game, deal: int) -> DealTurns:
    """In live play the slow clock's deadlines say nothing."""
    turns = deal_turns(user, game, deal)
    return turns._replace(until=None) if game.live_since else turns


def _live(game: Game, seat: Seat | None, state: GameState) -> LivePlay:
    return live_play(game, seat, state.happened, timezone.now())


def _aside_answer(request: AnyRequest, game: Game) -> HttpResponse:
    """The answer for a board that is up to date: what is new beside it, unread lines of the chat and who is there."""
    seat = seat_of(request.user, game)
    unread = _unread(seat, request.GET.get("side"))
    live = _live(game, seat, state_of(game))
    news = {"unread": str(unread), "live": live.key}
    if all(request.GET.get(name, value) == value for name, value in news.items()):
        return HttpResponse(status=204)
    context = {"game": game, "unread": unread, "live": live}
    answer = render(request, "games/table/_aside_answer.html", context)
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
    context = _board(request, game, state, number, error)
    context |= _side_context(request, game, context["side"], form)
    if context["side"] == "plans":
        context |= plans_context(game, context["seat"], state, context["board"].number)
    if context["side"] != "log":
        context["panel"] = render_to_string(SIDES[context["side"]], context, request)
    return render(request, "games/table/table.html", context, status=status)


def _side_context(
    request: AnyRequest, game: Game, side: str, form: ChatForm | NoteForm | None
) -> dict[str, Any]:
    """Return the context of the chat or the notes; the other tabs need only the board's."""
    if side == "chat":
        chat = chat_page(game, request.user, parse_number(request.GET.get("before"), 18))
        if chat.is_latest:
            mark_seen(game, seat_of(request.user, game))
        return {"chat": chat, "form": form or ChatForm(initial={"key": uuid4()})}
    if side == "notes":
        deal = parse_number(request.POST.get("deal") or request.GET.get("deal"))
        return notes_beside(game, request.user, deal, form)
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


def _side_or_redirect(
    request: AnyRequest, game: Game, side: str, form: ChatForm | NoteForm
) -> HttpResponse:
    """Answer a chat message or a note: htmx gets the panel, other browsers a redirect to the page."""
    number = parse_number(request.POST.get("deal"))
    if form.is_valid() and not request.htmx:
        deal = f"deal={number}&" if number else ""
        return redirect_after_post(f"{game.get_absolute_url()}?{deal}side={side}#side")
    status = 422 if form.errors else 200
    if not request.htmx and game.started_at is None:
        # The page of a table that waits for players has no panels.
        context = lobby_context(game, request.user)
        return render(request, "games/lobby/lobby.html", context, status=status)
    if not request.htmx:
        return _page(request, game, state_of(game), number, status=status, form=form)
    context = {"game": game, "seat": seat_of(request.user, game), "is_saved": not form.errors}
    context |= _side_context(request, game, side, form if form.errors else None)
    return render(request, SIDES[side], context, status=status)
