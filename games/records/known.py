"""What a seat knows of a running match: a view by the API replays only what is new.

Each process keeps what it has read, and now and then shares it with the others: the next request of a program often
goes to another process.
"""

from collections import OrderedDict
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

from games.kernel import events
from games.kernel.events import EventRow
from games.kernel.known_states import FEW
from games.kernel.log import EVENTS, seats_of, state_of
from games.kernel.shared_cache import code_of, read_shared, share
from games.models import Game
from games.records import seat_reading
from games.records.export import names_at_start
from games.records.seat_reading import Json, SeatReading
from napoleon import engine
from napoleon.engine.record import HEADER_KEYS, header

MOST: Final = 512
"""Some 25 KB each."""
_known: OrderedDict[tuple[str, int | None], "KnownRecord"] = OrderedDict()
_lock = Lock()


class KnownRecord:
    def __init__(self, reading: SeatReading) -> None:
        self._reading = reading
        self.lines: list[Json] = []
        self.seq, self.digest = 0, ""
        """Those of the last event that it follows from."""
        self.shared = 0
        """The last event that others know of it."""

    def follow(self, rows: list[tuple[Any, ...]]) -> None:
        """Read rows of the log, each with its digest."""
        for _logged, lines in self._reading.follow(EventRow(*row[:-1]) for row in rows):
            self.lines += lines
        if rows:
            self.seq, self.digest = rows[-1][0], rows[-1][-1]


def known_record(game: Game, seat: int | None) -> list[Json]:
    """The lines of the record that the seat may know, or a spectator (None), the header first."""
    known = _taken(game, seat)
    if known.seq - known.shared > FEW:
        known.shared = known.seq
        share(_key(game, seat), known)
    lines = [_copied(line) if line["type"] == "deal" else line for line in known.lines]
    with _lock:
        _known[game.slug, seat] = known
        while len(_known) > MOST:
            _known.popitem(last=False)
    head = header(game.rules, names_at_start(seats_of(game, state_of(game))))
    return [{key: head[key] for key in HEADER_KEYS if key in head}, *lines]


def _copied(line: Json) -> Json:
    """The line of a deal, which grows when the seat learns more of it."""
    return {**line, "hands": list(line["hands"])}


def _taken(game: Game, seat: int | None) -> KnownRecord:
    """What is known, brought up to date. Nobody else has it in the meantime."""
    with _lock:
        own = _known.pop((game.slug, seat), None)
    known = own and _followed(own, game)
    if known is None and game.seq > FEW:
        key = _key(game, seat)
        shared = read_shared([key]).get(key)
        known = shared and _followed(shared, game)
    if known is None:
        known = KnownRecord(SeatReading(game.rules, seat))
        known.follow(EVENTS.all(game=game.pk, since=0, until=game.seq))
    return known


def _followed(known: KnownRecord, game: Game) -> KnownRecord | None:
    """The same, up to date; None if it belongs to another log."""
    if known.seq > game.seq:
        return None
    rows = EVENTS.all(game=game.pk, since=known.seq, until=game.seq)
    # The last known event tells whether this is still the same log, as it is not after a backup was restored.
    if not rows or rows[0][-1] != known.digest:
        return None
    known.follow(rows[1:])
    return known


def _key(game: Game, seat: int | None) -> str:
    return f"{_code()}:{game.slug}:{'' if seat is None else seat}"


@cache
def _code() -> str:
    files = (events.__file__, seat_reading.__file__, __file__)
    return code_of([*Path(engine.__file__).parent.glob("*.py"), *map(Path, files)])
