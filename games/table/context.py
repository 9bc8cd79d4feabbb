"""What the templates of a table are given: the board of its reader, and what stands beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.http import Http404, QueryDict
from django.utils import timezone

from games.access import Visitor, seat_of
from games.kernel.known_states import GameState
from games.kernel.log import seats_of
from games.kernel.replay import SeatHistory
from games.models import Game, Seat
from games.presentation.cards import USUAL_ORDER, HandOrder
from games.presentation.reader import Reader, reader_of
from games.presentation.table_titles import short_title, title
from games.review.replay import replay_of
from games.seats.live_play import LivePlay, live_play
from games.seats.table_messages import coming_meeting, current_pause, seat_offer, table_messages
from games.table.board import DealBoard, chosen_deal, deal_board
from games.table.last_visit import cards_shown, mark_moves_seen
from games.table.prompt import held_prompt
from games.turns.context import DealTurns, deal_turns
from infrastructure.requests import parse_number
from napoleon.engine import PlayerView, view
from players.models import User
from players.vacations.services import vacations_now

SIDES = {
    "log": "games/table/_log.jinja",
    "rules": "games/table/_rules.html",
    "plans": "games/plans/_plans.html",
    "chat": "games/table/_chat.html",
    "notes": "games/comments/_notes.html",
}
"""What stands beside the board: the log, or what the reader has chosen instead."""


def board_context(
    user: Visitor,
    sent: QueryDict,
    game: Game,
    state: GameState,
    number: int | None,
    error: str = "",
) -> dict[str, Any]:
    """A board, made only of what this reader may know; ``sent`` is what their page tells of itself."""
    seat, history = seat_of(user, game), seats_of(game, state)
    reader = _reader_of(user, game, state, seat, history)
    number = chosen_deal(reader, number, is_broken_off=game.status == Game.Status.ABANDONED)
    if number is None:
        raise Http404
    shown = _shown(sent, seat, reader.view, number)
    mark_moves_seen(seat, reader.view, number)
    waiting = _turns(user, game, number)
    board = _asking(deal_board(reader, number, shown), game, waiting)
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
        "one_tap": getattr(user, "one_tap", False),
        "waiting": waiting,
        "happened": table_messages(state.happened, history),
        "error": error,
        **_around_board(user, game, state, seat),
        **_side(seat, sent.get("side")),
    }


def _reader_of(
    user: Visitor, game: Game, state: GameState, seat: Seat | None, history: SeatHistory
) -> Reader:
    return reader_of(
        view(state.match, seat.number if seat else None, closed=game.is_imported),
        game.seats.all(),
        history,
        state.seen,
        is_addressed=True,
        hand_order=_hand_order(user),
        on_vacation=_on_vacation(game),
    )


def _around_board(user: Visitor, game: Game, state: GameState, seat: Seat | None) -> dict[str, Any]:
    """What the table has arranged, and what its reader may do about it."""
    now = timezone.now()
    return {
        "may_have_rematch": seat is not None and game.may_have_rematch,
        "meets_at": coming_meeting(game, now),
        "live": live_now(game, seat, state),
        "pause": current_pause(game, now),
        "offer": seat_offer(user, game, state.match),
    }


def _side(seat: Seat | None, side: object) -> dict[str, Any]:
    return {"side": side if side in SIDES else "log", "unread": unread_lines(seat, side)}


def _shown(sent: QueryDict, seat: Seat | None, known: PlayerView, number: int) -> int | None:
    """How many cards of the deal the reader has seen: as their page says, else as their last visit left it."""
    told = parse_number(sent.get("shown"))
    return cards_shown(seat, known, number) if told is None else told


def _asking(board: DealBoard, game: Game, waiting: DealTurns) -> DealBoard:
    """The board with what this table asks of its reader: nothing after it was abandoned, claims where it has them."""
    if game.status == Game.Status.ABANDONED:
        seats = [replace(line, to_act=False) for line in board.seats]
        return replace(board, prompt=None, waiting="", seats=seats)
    prompt = board.prompt
    if prompt is None:
        return board
    if waiting.held:
        prompt = held_prompt(prompt, waiting.held)
    if not game.allows_claims:
        prompt = replace(prompt, may_claim=False, may_concede=False, bots_refuse=False)
    return replace(board, prompt=prompt)


def _hand_order(user: Visitor) -> HandOrder:
    if not isinstance(user, User):
        return USUAL_ORDER
    return HandOrder(user.alternates_colours, user.trumps_first)


def unread_lines(seat: Seat | None, side: object) -> int:
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


def live_now(game: Game, seat: Seat | None, state: GameState) -> LivePlay:
    return live_play(game, seat, state.happened, timezone.now())
