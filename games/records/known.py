"""What a seat knows of a running match, kept in this process: a view by the API replays only what is new.

Without it a command by the API costs a third more (docs/api.md).
"""

from collections import OrderedDict
from copy import deepcopy
from threading import Lock
from typing import Any, Final

from games.kernel.events import EventRow
from games.kernel.log import EVENTS, seats_of, state_of
from games.models import Game
from games.records.export import names_at_start
from games.records.seat_reading import Json, SeatReading
from napoleon.engine import Rules
from napoleon.engine.record import HEADER_KEYS, header

MOST: Final = 512
"""Some 25 KB each."""
_known: OrderedDict[tuple[str, int | None], "KnownRecord"] = OrderedDict()
_lock = Lock()


class KnownRecord:
    def __init__(self, rules: Rules, seat: int | None) -> None:
        self._reading = SeatReading(rules, seat)
        self.lines: list[Json] = []
        self.seq, self.digest = 0, ""
        """Those of the last event that it follows from."""

    def follow(self, rows: list[tuple[Any, ...]]) -> None:
        """Read rows of the log, each with its digest."""
        for _logged, lines in self._reading.follow(EventRow(*row[:-1]) for row in rows):
            self.lines += lines
        if rows:
            self.seq, self.digest = rows[-1][0], rows[-1][-1]


def known_record(game: Game, seat: int | None) -> list[Json]:
    """The lines of the record that the seat may know, or a spectator (None), the header first."""
    known = _taken(game, seat)
    # The line of a deal grows when the seat learns more of it.
    lines = [deepcopy(line) if line["type"] == "deal" else line for line in known.lines]
    with _lock:
        _known[game.slug, seat] = known
        while len(_known) > MOST:
            _known.popitem(last=False)
    head = header(game.rules, names_at_start(seats_of(game, state_of(game))))
    return [{key: head[key] for key in HEADER_KEYS if key in head}, *lines]


def _taken(game: Game, seat: int | None) -> KnownRecord:
    """What is known, brought up to date. Nobody else has it in the meantime."""
    with _lock:
        known = _known.pop((game.slug, seat), None)
    if known is not None and known.seq <= game.seq:
        rows = EVENTS.all(game=game.pk, since=known.seq, until=game.seq)
        # The last known event tells whether this is still the same log, as it is not after a backup was restored.
        if rows and rows[0][-1] == known.digest:
            known.follow(rows[1:])
            return known
    known = KnownRecord(game.rules, seat)
    known.follow(EVENTS.all(game=game.pk, since=0, until=game.seq))
    return known
