"""Going through the log of a game again: every reader of a whole log does it here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import NamedTuple

from games.engine import Match, Rules, start
from games.engine.events import Event as EngineEvent
from games.engine.match import MatchCursor
from games.engine.variants import End
from games.engine.wire import READERS
from games.kernel.events import HAND_OVERS, LoggedEvent, Row, TableEvent, read
from games.kernel.seat_history import SeatHistory, SeatHolder, seat_history
from games.models import Game, Seat


class Transition(NamedTuple):
    """An event of the log, and the match before and after it."""

    logged: LoggedEvent
    before: Match
    after: Match


class ReplayStep(NamedTuple):
    """An event of the log, the match before and after it, and who had the seats once it had happened."""

    logged: LoggedEvent
    before: Match
    after: Match
    seats: tuple[SeatHolder, ...]

    @property
    def ended(self) -> tuple[End, ...]:
        """The deals that have ended with it: one at most."""
        return self.after.ended[len(self.before.ended) :]


def moves_of(log: Iterable[LoggedEvent]) -> Iterator[EngineEvent]:
    """The engine's events among them."""
    for logged in log:
        if not isinstance(logged.event, TableEvent):
            yield logged.event


def rows_of(game: Game) -> list[Row]:
    """The log up to the game's ``seq``."""
    events = game.events.filter(seq__lte=game.seq).order_by("seq")
    return list(starmap(Row, events.values_list(*Row._fields)))


def fold(cursor: MatchCursor, rows: Iterable[Row]) -> Iterator[LoggedEvent]:
    """Read each row and bring the cursor beyond it. The light way, for who needs the last state only."""
    for row in rows:
        logged = read(row, cursor)
        if not isinstance(logged.event, TableEvent):
            cursor.apply_in_place(logged.event)
        yield logged


def replay(
    game: Game, rows: Iterable[Row] | None = None, seats: Iterable[Seat] | None = None
) -> Iterator[ReplayStep]:
    """Each event of a game's log with all that was so at its moment. Rows and seats that are at hand are not read."""
    rows = rows_of(game) if rows is None else list(rows)
    history = history_of(game, rows, seats)
    holders = history.at(0)
    for logged, before, after in transitions(game.rules, rows):
        if isinstance(logged.event, HAND_OVERS):
            holders = history.at(logged.seq)
        yield ReplayStep(logged, before, after, holders)


def transitions(rules: Rules, rows: Iterable[Row], *, judge: bool = False) -> Iterator[Transition]:
    """Each event with the match before and after it; ``judge`` raises where the rules refuse one."""
    cursor = MatchCursor(start(rules))
    before = cursor.match()
    for row in rows:
        logged, after = read(row, cursor), before
        if not isinstance(logged.event, TableEvent):
            (cursor.push if judge else cursor.apply_in_place)(logged.event)
            after = cursor.match()
        yield Transition(logged, before, after)
        before = after


def history_of(game: Game, rows: Iterable[Row], seats: Iterable[Seat] | None = None) -> SeatHistory:
    """Who had the seats, by a log that is at hand."""
    cursor = MatchCursor(start(game.rules))
    table = [read(row, cursor) for row in rows if row.payload["type"] not in READERS]
    return seat_history(game, game.seats.all() if seats is None else seats, table)
