"""The moves of a game with how each was made, and the match as it stood after any of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import starmap
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from games.engine import Deal, Match, is_over, start
from games.engine.events import Event as EngineEvent
from games.engine.match import Running
from games.engine.wire import READERS, event_from_json
from games.log import Row
from games.models import Event, Game

How: TypeAlias = Literal["player", "plan", "bot", "timeout", "substitute", "site"]

# From one of these matches to the next nobody waits for the moves between them.
KEPT_EVERY: Final = 64
_CACHED: Final = 32


class Move(NamedTuple):
    """Something that was done in a deal; the dealing is the first move of it."""

    seq: int
    event: EngineEvent
    how: How
    at: datetime


@dataclass(frozen=True, slots=True)
class Replay:
    """A game up to ``seq``, to be looked back on. What of it a reader may see, `position` says."""

    seq: int
    match: Match
    """The match as it stands now."""
    moves: tuple[Move, ...]
    kept: tuple[Match, ...]
    """The match before every `KEPT_EVERY`-th move."""
    is_closed: bool = False
    """It was brought here as a record, and will not go on."""
    guessed_widows: frozenset[int] = frozenset()
    """The deals whose widow nobody has noted: it stands there as if it had been laid away again (docs/record.md)."""

    @property
    def is_over(self) -> bool:
        return is_over(self.match)

    def moves_of(self, deal: int) -> list[Move]:
        """Everything that was done in one deal, from its dealing on."""
        return [move for move in self.moves if move.event.deal == deal]

    def match_after(self, seq: int) -> Match:
        """The match as it was after that event."""
        count = sum(move.seq <= seq for move in self.moves)
        first = min(count // KEPT_EVERY, len(self.kept) - 1)
        running = Running(self.kept[first])
        for move in self.moves[first * KEPT_EVERY : count]:
            running.carry_out(move.event)
        return running.match()


# By slug; a game that goes on is read anew.
_replays: OrderedDict[str, Replay] = OrderedDict()


def replay_of(game: Game) -> Replay:
    """The game up to its row's ``seq``, from this process's cache or its log."""
    known = _replays.pop(game.slug, None)
    if known is None or known.seq != game.seq:
        events = game.events.filter(seq__lte=game.seq).order_by("seq")
        known = _read(game, starmap(Row, events.values_list(*Row._fields)))
    _replays[game.slug] = known
    while len(_replays) > _CACHED:
        _replays.popitem(last=False)
    return known


def _read(game: Game, rows: Iterable[Row]) -> Replay:
    running = Running(start(game.rules))
    moves: list[Move] = []
    kept = [running.match()]
    substitutes, guessed_widows = set[int](), set[int]()
    for seq, payload, by, at in rows:
        if payload["type"] == "substituted":
            substitutes.add(payload["seat"])
        event = event_from_json(payload, running) if payload["type"] in READERS else None
        if event is None:
            continue
        if isinstance(event, Deal) and payload.get("widow_known") is False:
            guessed_widows.add(event.deal)
        moves.append(Move(seq, event, _how(event, by, substitutes), at))
        running.carry_out(event)
        if len(moves) % KEPT_EVERY == 0:
            kept.append(running.match())
    match = running.match()
    if not (is_over(match) or game.is_imported):
        moves = [move._replace(how=_told(move.how)) for move in moves]
    return Replay(
        seq=game.seq,
        match=match,
        moves=tuple(moves),
        kept=tuple(kept),
        is_closed=game.is_imported,
        guessed_widows=frozenset(guessed_widows),
    )


def _how(event: EngineEvent, by: str, substitutes: set[int]) -> How:
    is_own = by in (Event.By.PLAYER, Event.By.PLAN)
    if is_own and not isinstance(event, Deal) and event.seat in substitutes:
        return "substitute"
    return cast(How, Event.By(by).value)


def _told(how: How) -> How:
    """What is planned stays its player's own while the match runs (docs/plans.md)."""
    return "player" if how == "plan" else how
