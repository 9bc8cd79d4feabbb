"""Trying it differently: playing on from a position of a finished deal, against bots.

The address contains the attempt, so it can be shared. Nothing is stored: no record, no rating, no statistics.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from django.urls import reverse

from games.analysis.exercises import Option, options_of, value_of
from games.analysis.services import is_open
from games.models import Game
from games.review.context import Review, Tab
from games.review.game_replay import KEPT_EVERY, Move, Replay
from games.review.position import Position
from napoleon.engine import Match, Play, view
from napoleon.engine.match import MatchCursor, open_deal
from napoleon.engine.nap import NapPlaying
from napoleon.engine.napoleon_play import Playing
from napoleon.judging.judgement import BareCommand
from napoleon.judging.playing_on import PlayedOut
from napoleon.solver import PlayState

Ask: TypeAlias = Callable[[PlayState], Play | None]
"""The bot's next card; None while it is thinking."""


class NotAPlay(ValueError):
    """One of the cards could not be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    at: Position
    """The position reached, as a review shows it."""
    options: Sequence[Option]
    """The legal cards; none once the deal is over."""
    result: PlayedOut | None
    """None while the deal goes on."""
    is_thinking: bool
    """Whether a bot has yet to answer."""


def may_be_tried(at: Position) -> bool:
    """Whether any card can be played from there."""
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
    options = [] if is_over else options_of(here, seat)
    return Attempt(at=here, options=options, result=result, is_thinking=tried.is_thinking)


class PlayedOn(NamedTuple):
    """The continuation of a deal."""

    cursor: MatchCursor
    plays: list[Play]
    is_thinking: bool


def play_on(match: Match, number: int, seat: int, chosen: Sequence[str], ask: Ask) -> PlayedOn:
    """Play the deal on until the seat has to choose, a bot thinks or the deal is over.

    A seat's only legal card is played without a choice. Raises `NotAPlay`.
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
    """The seat's next card; None if it has yet to be chosen."""
    plays = state.legal(state.turn)
    if len(plays) == 1:
        return plays[0]
    if not left:
        return None
    asked = left.pop(0)
    for play in plays:
        if value_of(BareCommand.of(play)) == asked:
            return play
    raise NotAPlay


def _with_moves(replay: Replay, seq: int, tried: Sequence[Move], cursor: MatchCursor) -> Replay:
    """The match with the moves up to ``seq``, followed by the attempt."""
    before = [move for move in replay.moves if move.seq <= seq]
    return replace(
        replay, match=cursor.match(), moves=(*before, *tried), kept=replay.kept[: len(before) // KEPT_EVERY + 1]
    )


def _result(cursor: MatchCursor, number: int) -> PlayedOut | None:
    ended: list[Any] = [end for end in cursor.match().ended if end.number == number]
    return ended[0] if ended else None


@dataclass(frozen=True, slots=True)
class ComparedScore:
    """A player's points in the original deal and in the attempt."""

    name: str
    is_tried: bool
    then: int
    now: int


def compared(at: Position, now: PlayedOut, names: Sequence[str], seat: int) -> list[ComparedScore]:
    """The points of all players; ``at`` is a position of the original deal."""
    then = at.ended.scores
    return [ComparedScore(name, number == seat, then[number], now.scores[number]) for number, name in enumerate(names)]


def attempts_from(game: Game, at: Position, page: Review) -> list[Tab]:
    """Links to play on from the position, by seat; none while the match runs."""
    if not (is_open(game) and may_be_tried(at)):
        return []
    path = reverse("games:attempt_deal", args=[game.slug, at.number, at.step])
    return [Tab(tab.word, f"{path}?as={seat}", False) for seat, tab in enumerate(page.ways[1:], 1)]
