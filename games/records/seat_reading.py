"""The log of a running match as a seat may know it, read once: each event is followed when it is new."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.events import EventRow, LoggedEvent, TableEvent, fold
from napoleon.engine import Rules, start
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from napoleon.engine.seat_record import seat_lines

Json = dict[str, Any]


class SeatReading:
    def __init__(self, rules: Rules, seat: int | None) -> None:
        self.seat = seat
        self.cursor = MatchCursor(start(rules))
        self._moves: deque[Event] = deque()
        self._known = seat_lines(rules, self._given(), seat)

    def _given(self) -> Iterator[Event]:
        while True:
            yield self._moves.popleft()

    def follow(self, rows: Iterable[EventRow]) -> Iterator[tuple[LoggedEvent, list[Json]]]:
        """Each event with the lines of the record that it shows the seat. The line of a deal grows later."""
        for logged in fold(self.cursor, rows):
            if isinstance(logged.event, TableEvent):
                yield logged, []
            else:
                self._moves.append(logged.event)
                yield logged, next(self._known)
