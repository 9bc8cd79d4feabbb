"""The log of a running match as a seat may know it, read once: each event is followed when it is new."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.events import EventRow, LoggedEvent, TableEvent, follow
from napoleon.engine import Match, Rules, start
from napoleon.engine.match import MatchCursor
from napoleon.engine.seat_record import SeatLines

Json = dict[str, Any]


class SeatReading:
    """Can be pickled. The lines that it has given are then pickled with it, or the line of a deal grows no more."""

    def __init__(self, rules: Rules, seat: int | None) -> None:
        self.cursor, self._lines = MatchCursor(start(rules)), SeatLines(seat)

    def follow(self, rows: Iterable[EventRow]) -> Iterator[tuple[LoggedEvent, list[Json]]]:
        """Each event with the lines of the record that it shows the seat. The line of a deal grows later."""
        for row in rows:
            before = dict(self.cursor.deals)
            logged = follow(row, self.cursor)
            event = logged.event
            if isinstance(event, TableEvent):
                yield logged, []
            else:
                yield logged, self._lines.of(event, before.get(event.deal), self.cursor)

    def __getstate__(self) -> tuple[Match, int | None, dict[int, Json]]:
        return self.cursor.match(), self._lines.seat, self._lines.deals

    def __setstate__(self, state: tuple[Match, int | None, dict[int, Json]]) -> None:
        match, seat, deals = state
        self.cursor, self._lines = MatchCursor(match), SeatLines(seat, deals)
