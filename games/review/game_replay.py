"""The moves of a game, how each was made, and the match after any of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from games.kernel.events import LoggedEvent, TableEvent
from games.kernel.replay import SeatHistory, SeatHolder, replay, seat_history
from games.models import Event, Game
from napoleon.engine import Deal, Match, is_over, start
from napoleon.engine.events import Event as EngineEvent
from napoleon.engine.match import MatchCursor

How: TypeAlias = Literal["player", "plan", "bot", "timeout", "substitute", "site"]

# Replaying this many moves is not noticeable.
KEPT_EVERY: Final = 64
_CACHED: Final = 32


class Move(NamedTuple):
    """A move in a deal; the dealing is its first move."""

    seq: int
    event: EngineEvent
    how: How
    at: datetime


@dataclass(frozen=True, slots=True)
class Replay:
    """A game up to ``seq`` for its review. `position` decides what a reader may see of it."""

    seq: int
    match: Match
    """The current match."""
    moves: tuple[Move, ...]
    kept: tuple[Match, ...]
    """The match before every `KEPT_EVERY`-th move."""
    opens_deals: bool | None = None
    """Whether the cards of ended deals are shown, as for `napoleon.engine.view`."""
    guessed_widows: frozenset[int] = frozenset()
    """The deals whose widow nobody noted; the record assumes that it was discarded again (docs/record.md)."""
    happened: tuple[LoggedEvent, ...] = ()
    """The table events; they determine who had which seat."""
    former_seat: int | None = None
    """The seat that the reader has given up."""
    played: frozenset[int] = frozenset()
    """The deals that the reader played there."""
    only_played: bool = False
    """Whether the reader may review no other deal."""

    @property
    def is_over(self) -> bool:
        return is_over(self.match)

    @property
    def is_open(self) -> bool:
        """Whether nothing of the match is secret any more."""
        return self.is_over if self.opens_deals is None else self.opens_deals

    def seats_of(self, game: Game) -> SeatHistory:
        """Who had the seats, with their current names."""
        return seat_history(game, game.seats.all(), self.happened)

    @property
    def ended_at(self) -> dict[int, int]:
        """The last event of each deal."""
        return {move.event.deal: move.seq for move in self.moves}

    def for_former_player(self, game: Game, user_id: int, *, may_look: bool) -> Replay:
        """Add the deals that the person played in a seat they have since given up.

        If they may not see the rest of the match, the replay stops at the end of the last of these deals.
        """
        history = self.seats_of(game)
        own = [holder for seat in history.holders for holder in seat[:-1] if holder.user_id == user_id]
        if not own:
            return self
        seat = own[0].number
        played = frozenset(
            move.event.deal
            for move in self.moves
            if getattr(move.event, "seat", None) == seat and history.at(move.seq)[seat].user_id == user_id
        )
        limited = replace(self, former_seat=seat, played=played, only_played=not may_look)
        if may_look:
            return limited
        last = max((move.seq for move in self.moves if move.event.deal in played), default=0)
        moves = tuple(move for move in self.moves if move.seq <= last)
        return replace(limited, match=self.match_after(last), moves=moves)

    def moves_of(self, deal: int) -> list[Move]:
        """All moves of a deal, starting with the dealing."""
        return [move for move in self.moves if move.event.deal == deal]

    def match_after(self, seq: int) -> Match:
        count = sum(move.seq <= seq for move in self.moves)
        first = min(count // KEPT_EVERY, len(self.kept) - 1)
        running = MatchCursor(self.kept[first])
        for move in self.moves[first * KEPT_EVERY : count]:
            running.apply_in_place(move.event)
        return running.match()


# By slug. A running game is read again after each event.
_replays: OrderedDict[str, Replay] = OrderedDict()


def replay_of(game: Game) -> Replay:
    """The game up to its row's ``seq``, from this process's cache or its log."""
    known = _replays.pop(game.slug, None)
    if known is None or (known.seq, known.opens_deals) != (game.seq, game.opens_deals):
        known = _read(game)
    _replays[game.slug] = known
    while len(_replays) > _CACHED:
        _replays.popitem(last=False)
    return known


def _read(game: Game) -> Replay:
    match = start(game.rules)
    moves: list[Move] = []
    kept = [match]
    happened: list[LoggedEvent] = []
    guessed_widows = set[int]()
    for step in replay(game):
        logged, match = step.logged, step.after
        event = logged.event
        if isinstance(event, TableEvent):
            happened.append(logged)
            continue
        if isinstance(event, Deal) and logged.payload.get("widow_known") is False:
            guessed_widows.add(event.deal)
        moves.append(Move(logged.seq, event, _how(logged, step.seats), logged.at))
        if len(moves) % KEPT_EVERY == 0:
            kept.append(match)
    if not (is_over(match) or game.is_imported):
        # Plans stay private while the match runs (docs/plans.md).
        moves = [move._replace(how="player" if move.how == "plan" else move.how) for move in moves]
    return Replay(
        seq=game.seq,
        match=match,
        moves=tuple(moves),
        kept=tuple(kept),
        opens_deals=game.opens_deals,
        guessed_widows=frozenset(guessed_widows),
        happened=tuple(happened),
    )


def _how(logged: LoggedEvent, seats: Sequence[SeatHolder]) -> How:
    seat = getattr(logged.event, "seat", None)
    is_own = logged.by in (Event.By.PLAYER, Event.By.PLAN)
    if is_own and seat is not None and seats[seat].substitute:
        return "substitute"
    return cast(How, Event.By(logged.by).value)
