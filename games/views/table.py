"""The table of a running match: its page, the board that follows each move, and what is said beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from games import services, talk
from games.access import get_game_or_404, get_own_game_or_404, seat_of
from games.comments.beside import notes_beside
from games.comments.keeping import keep
from games.comments.models import Place
from games.engine import IllegalAction, view
from games.forms import ChatForm, MoveForm, NoteForm
from games.lobby.page import lobby_context
from games.log import GameState, state_of
from games.models import Game
from games.planning.panel import plans_context
from games.presenting import board as board_of
from games.presenting import chosen_deal, table_of
from games.presenting.board import Board
from games.presenting.tables import title
from games.reviewing import replay_of
from games.reviewing.position import latest_step
from games.seats.happenings import happenings
from games.seats.people import current_pause, is_asked
from games.timing.turns import next_turn, waiting
from games.wording import refusal
from players.limits import limit
from players.requests import PersonRequest

from .answers import see_other, whole


class VisitorRequest(HttpRequest):
    """A request by anyone."""

    htmx: HtmxDetails


class PlayerRequest(PersonRequest):
    """A request by someone signed in."""

    htmx: HtmxDetails


AnyRequest = VisitorRequest | PlayerRequest

SIDES = ("log", "rules", "plans", "chat", "notes")


@login_not_required
@require_safe
@never_cache
def table(request: VisitorRequest, slug: str) -> HttpResponse:
    """The page of a table, whatever the match has come to."""
    game = get_game_or_404(request.user, slug)
    if game.started_at is None:
        return render(request, "games/lobby.html", lobby_context(game, request.user))
    return _page(request, game, state_of(game), whole(request.GET.get("deal")))


@login_not_required
@require_safe
@never_cache
def board(request: VisitorRequest, slug: str) -> HttpResponse:
    """One board as it is now; nothing if the page shows that already."""
    game = get_game_or_404(request.user, slug)
    if request.GET.get("seq") == str(game.seq):
        return HttpResponse(status=204)
    if game.started_at is None:
        raise Http404
    context = _board(request, game, state_of(game), whole(request.GET.get("deal")))
    return render(request, "games/_board_answer.html", context)


@require_POST
def act(request: PlayerRequest, slug: str) -> HttpResponse:
    """Do what the form says: bid, pass, call, exchange or play."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _refused(request, slug, _("This form could not be read. Please try again."), 422)
    try:
        played = services.act(
            slug=slug,
            user_id=request.user.pk,
            payload=form.payload(),
            seen=form.cleaned_data["seen"],
            key=form.cleaned_data["key"],
        )
    except (Game.DoesNotExist, services.NotSeated) as error:
        raise Http404 from error
    except services.Stale:
        return _refused(request, slug, _("The table has moved on; this is how it is now."), 409)
    except IllegalAction as error:
        return _refused(request, slug, refusal(error.reason, error.details), 422)
    return _answer(request, played.game, played.state)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chat(request: PlayerRequest, slug: str) -> HttpResponse:
    """The lines of the chat, and a new one from someone who sits there."""
    if request.method != "POST":
        game = get_game_or_404(request.user, slug)
        context = {"game": game, "heard": talk.heard(game, request.user)}
        return render(request, "games/_chat_lines.html", context)
    game = get_own_game_or_404(request.user, slug)
    form = ChatForm(request.POST)
    if form.is_valid():
        limit(request, "chat", "20/m")
        talk.say(game=game, user=request.user, **form.cleaned_data)
    return _said(request, game, "chat", form)


@require_POST
def note(request: PlayerRequest, slug: str) -> HttpResponse:
    """Keep what the reader notes for himself, with the position that he has before him."""
    game = get_game_or_404(request.user, slug)
    form = NoteForm(request.POST)
    if form.is_valid():
        limit(request, "note", "60/m")
        keep(game, request.user, form, _place_now(game, form.cleaned_data["deal"]))
    return _said(request, game, "notes", form)


def _place_now(game: Game, deal: int | None) -> Place | None:
    """Where the deal stands; a note without a deal is one on the match."""
    step = latest_step(replay_of(game), deal) if deal and game.started_at else None
    return None if deal is None or step is None else Place(deal, step)


@require_safe
@never_cache
def next_table(request: PlayerRequest) -> HttpResponse:
    """Go to where the reader is waited for, after the table that he comes from."""
    turn = next_turn(request.user, request.GET.get("from", ""), request.GET.get("deal", ""))
    if turn is None:
        return redirect("front_page")
    return redirect(f"{turn.game.get_absolute_url()}?deal={turn.deal}")


# --- What the views above answer with ---


def _board(
    request: AnyRequest, game: Game, state: GameState, number: int | None, error: str = ""
) -> dict[str, Any]:
    """All that one board needs, from what this reader may know."""
    seat = seat_of(request.user, game)
    number_of_seat = seat.number if seat else None
    known = view(state.match, number_of_seat, closed=game.is_imported)
    shown = table_of(known, game.seats.all())
    number = chosen_deal(shown, number)
    if number is None:
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    side = sent.get("side")
    shown_board = _shown(game, board_of(shown, number, whole(sent.get("shown"))))
    return {
        "game": game,
        "title": title(game),
        "seat": seat,
        "board": shown_board,
        "guessed_widows": replay_of(game).guessed_widows if game.is_imported else (),
        "comments": game.comments.filter(deal=number).count() if shown_board.may_review else 0,
        "seq": state.seq,
        "seen": state.seen.get(number),
        "key": uuid4(),
        "one_tap": getattr(request.user, "one_tap", False),
        "waiting": waiting(request.user, game, number),
        "side": side if side in SIDES else "log",
        "happened": happenings(state.beside, list(game.seats.all())),
        "pause": current_pause(game, timezone.now()),
        "is_asked": game.status == Game.Status.RUNNING and is_asked(request.user, game),
        "error": error,
    }


def _shown(game: Game, board: Board) -> Board:
    """The board; where the match was given up, with nothing to be done any more."""
    if game.status != Game.Status.ABANDONED:
        return board
    return replace(board, asked=None, waiting="")


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
    context |= _beside(request, game, context["side"], form)
    if context["side"] == "plans":
        context |= plans_context(game, context["seat"], state, context["board"].number)
    return render(request, "games/table.html", context, status=status)


def _beside(
    request: AnyRequest, game: Game, side: str, form: ChatForm | NoteForm | None
) -> dict[str, Any]:
    """What stands beside the board, as far as it is not on the board itself."""
    if side == "chat":
        heard = talk.heard(game, request.user, whole(request.GET.get("before"), 18))
        return {"heard": heard, "form": form or ChatForm(initial={"key": uuid4()})}
    if side == "notes":
        deal = whole(request.POST.get("deal") or request.GET.get("deal"))
        return notes_beside(game, request.user, deal, form)
    return {}


def _answer(request: AnyRequest, game: Game, state: GameState) -> HttpResponse:
    """The board after a move: alone for htmx, else by way of the page's own address."""
    number = whole(request.POST.get("deal"))
    if request.htmx:
        context = _board(request, game, state, number)
        return render(request, "games/_board_answer.html", context)
    return see_other(f"{game.get_absolute_url()}?deal={number}")


def _refused(request: AnyRequest, slug: str, error: str, status: int) -> HttpResponse:
    """The board as it is now, and why the move was not made."""
    game = get_own_game_or_404(request.user, slug)
    state, number = state_of(game), whole(request.POST.get("deal"))
    if not request.htmx:
        return _page(request, game, state, number, error, status)
    context = _board(request, game, state, number, error)
    return render(request, "games/_board_answer.html", context, status=status)


def _said(request: AnyRequest, game: Game, side: str, form: ChatForm | NoteForm) -> HttpResponse:
    """What stands beside the board, after something was written there."""
    number = whole(request.POST.get("deal"))
    if form.is_valid() and not request.htmx:
        deal = f"deal={number}&" if number else ""
        return see_other(f"{game.get_absolute_url()}?{deal}side={side}#side")
    status = 422 if form.errors else 200
    if not request.htmx and game.started_at is None:
        # The page of a table that waits for players has nothing beside it.
        context = lobby_context(game, request.user)
        return render(request, "games/lobby.html", context, status=status)
    if not request.htmx:
        return _page(request, game, state_of(game), number, status=status, form=form)
    context = {"game": game, "seat": seat_of(request.user, game), "is_saved": not form.errors}
    context |= _beside(request, game, side, form if form.errors else None)
    return render(request, f"games/_{side}.html", context, status=status)
