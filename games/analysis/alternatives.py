"""Trying it differently: a deal that is over, played on from one of its positions against bots.

The address says what was tried, so it can be shared, and nothing is stored: no record, no rating, no statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from django.urls import reverse

from games.analysis.exercises import Option, value_of
from games.analysis.services import is_open
from games.models import Game
from games.review.context import Review, Tab
from games.review.position import Position
from games.review.replay import KEPT_EVERY, Move, Replay
from napoleon.engine import Match, Play, view
from napoleon.engine.match import MatchCursor, open_deal
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon_play import Playing
from napoleon.judging.judgement import Choice
from napoleon.judging.playing_on import PlayedOut
from napoleon.solver import PlayState

Ask: TypeAlias = Callable[[PlayState], Play | None]
"""What the bot that is to play does; None as long as it thinks."""


class NotAPlay(ValueError):
    """One of the cards could not be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """How far the deal has come."""

    at: Position
    """The position that the deal has come to, as a review shows it."""
    options: Sequence[Option]
    """The cards that may be played now; none once the deal is over."""
    result: PlayedOut | None
    """None while it is played."""
    is_thinking: bool
    """Whether a bot is to play, and has not answered yet."""


def may_be_tried(at: Position) -> bool:
    """Whether cards are still to be played from there."""
    return _play_state(at) is not None


def _play_state(at: Position) -> PlayState | None:
    state = open_deal(at.replay.match_after(at.seq), at.number)
    return state if isinstance(state, Playing | NapPlaying) else None


def attempt(at: Position, seat: int, chosen: Sequence[str], ask: Ask) -> Attempt:
    """The deal from that position on: ``chosen`` are the cards of the seat, bots play the others. Raises `NotAPlay`."""
    tried = play_on(at.replay.match_after(at.seq), at.number, seat, chosen, ask)
    moves = [
        Move(number, play, "player" if play.seat == seat else "bot", at.move.at)
        for number, play in enumerate(tried.plays, at.seq + 1)
    ]
    replay = _with_moves(at.replay, at.seq, moves, tried.cursor)
    result = _result(tried.cursor, at.number)
    here = replace(at, replay=replay, moves=replay.moves_of(at.number), step=at.step + len(moves))
    if result is not None:
        [ended] = [end for end in view(replay.match, None).ended if end.number == at.number]
        here = replace(here, ended=ended, step=here.last)
    is_over = result is not None or tried.is_thinking
    options = [] if is_over else [Option.of(play) for play in _plays(here, seat)]
    return Attempt(at=here, options=options, result=result, is_thinking=tried.is_thinking)


class PlayedOn(NamedTuple):
    """How far a deal was played on."""

    cursor: MatchCursor
    plays: list[Play]
    is_thinking: bool


def play_on(match: Match, number: int, seat: int, chosen: Sequence[str], ask: Ask) -> PlayedOn:
    """Play the deal on until the seat has to choose, a bot thinks or the deal is over.

    A card that is the only one is played without being chosen. Raises `NotAPlay`.
    """
    cursor, plays, left = MatchCursor(match), list[Play](), list(chosen)
    while isinstance(state := cursor.open.get(number), Playing | NapPlaying):
        is_own = state.turn == seat
        play = _own_play(state, left) if is_own else ask(state)
        if play is None and not is_own:
            return PlayedOn(cursor, plays, is_thinking=True)
        if play is None:
            break
        cursor.push(play)
        plays.append(play)
    if left:
        raise NotAPlay
    return PlayedOn(cursor, plays, is_thinking=False)


def _own_play(state: PlayState, left: list[str]) -> Play | None:
    """The next card of the seat; None if it is still to be chosen."""
    plays = state.legal(state.turn)
    if len(plays) == 1:
        return plays[0]
    if not left:
        return None
    asked = left.pop(0)
    for play in plays:
        if value_of(Choice.of(play)) == asked:
            return play
    raise NotAPlay


def _plays(at: Position, seat: int) -> list[Play]:
    """What the seat may play, from its own view."""
    return [command for command in at.deal_of(seat).legal if isinstance(command, Play)]


def _with_moves(replay: Replay, seq: int, tried: Sequence[Move], cursor: MatchCursor) -> Replay:
    """The match as it would have been: what was done before, and then this."""
    before = [move for move in replay.moves if move.seq <= seq]
    return replace(
        replay,
        match=cursor.match(),
        moves=(*before, *tried),
        kept=replay.kept[: len(before) // KEPT_EVERY + 1],
    )


def _result(cursor: MatchCursor, number: int) -> PlayedOut | None:
    ended: list[Any] = [end for end in cursor.match().ended if end.number == number]
    return ended[0] if ended else None


@dataclass(frozen=True, slots=True)
class ComparedScore:
    """A player's points in the deal as it was, and as it was tried."""

    name: str
    is_tried: bool
    then: int
    now: int


def compared(at: Position, now: PlayedOut, names: Sequence[str], seat: int) -> list[ComparedScore]:
    """The points of all players; ``at`` is a position of the deal as it was."""
    then = at.ended.scores
    return [
        ComparedScore(name, number == seat, then[number], now.scores[number])
        for number, name in enumerate(names)
    ]


def attempts_from(game: Game, at: Position, page: Review) -> list[Tab]:
    """By seat, where to play on from the position; nowhere in a match that is not over."""
    if not (is_open(game) and may_be_tried(at)):
        return []
    path = reverse("games:attempt_deal", args=[game.slug, at.number, at.step])
    return [Tab(tab.word, f"{path}?as={seat}", False) for seat, tab in enumerate(page.ways[1:], 1)]
