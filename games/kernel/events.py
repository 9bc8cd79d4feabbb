"""The typed events of a game's log: those of the engine, and those of the table beside the cards.

A stored row becomes a `LoggedEvent` in `read`, and nowhere else. Rows are never rewritten: a payload of an older
version is brought up to date by `UPCASTS` when it is read.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from napoleon.engine import EngineError, Match
from napoleon.engine.events import Event as EngineEvent
from napoleon.engine.match import MatchCursor
from napoleon.engine.wire import event_from_json

Payload: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happens at the table, and is neither bid nor played."""

    type: ClassVar[str]

    def to_json(self) -> Payload:
        """The payload as it is stored; a tuple becomes a list."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        stored = {name: list(value) if type(value) is tuple else value for name, value in values}
        return {"type": self.type, **stored}


# --- The frame of the log ---


@dataclass(frozen=True, slots=True)
class MatchStarted(TableEvent):
    type: ClassVar[str] = "start"
    rules: Payload
    commitment: str
    seeds: tuple[str, ...]
    rules_version: int | None
    """None in logs from before there were versions."""


@dataclass(frozen=True, slots=True)
class SecretRevealed(TableEvent):
    """The match is over, so anybody may redo its shuffle."""

    type: ClassVar[str] = "reveal"
    secret: str


@dataclass(frozen=True, slots=True)
class RecordImported(TableEvent):
    """The match was played elsewhere; ``header`` is that of its record."""

    type: ClassVar[str] = "imported"
    header: Payload


@dataclass(frozen=True, slots=True)
class RecordBrokenOff(TableEvent):
    """The imported record ends before its match."""

    type: ClassVar[str] = "broken_off"


# --- Seats ---


@dataclass(frozen=True, slots=True)
class SeatLeft(TableEvent):
    """The player has given the seat up for good; a bot of the level ``bot`` plays on."""

    type: ClassVar[str] = "left"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class SubstituteSeated(TableEvent):
    """A person takes the seat over from a bot: by the site, the last who had it; otherwise another one."""

    type: ClassVar[str] = "substituted"
    seat: int


@dataclass(frozen=True, slots=True)
class AutopilotSwitched(TableEvent):
    """A bot begins (``on``) or ceases to play for the person of the seat."""

    type: ClassVar[str] = "autopilot"
    seat: int
    on: bool


# --- The course of the match ---


@dataclass(frozen=True, slots=True)
class TablePaused(TableEvent):
    type: ClassVar[str] = "paused"
    cause: str


@dataclass(frozen=True, slots=True)
class TableResumed(TableEvent):
    type: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class HoldEnded(TableEvent):
    """The log fits the rules again: the match goes on (`games.kernel.on_hold`)."""

    type: ClassVar[str] = "hold_ended"


@dataclass(frozen=True, slots=True)
class MeetingFixed(TableEvent):
    """Somebody at the table has fixed an hour to play together."""

    type: ClassVar[str] = "meeting_fixed"
    at: str
    """The moment, by ISO 8601 in UTC."""


@dataclass(frozen=True, slots=True)
class MeetingCancelled(TableEvent):
    type: ClassVar[str] = "meeting_cancelled"


@dataclass(frozen=True, slots=True)
class LivePlayAgreed(TableEvent):
    """The player of the seat wants to play live, now."""

    type: ClassVar[str] = "live_agreed"
    seat: int


@dataclass(frozen=True, slots=True)
class LivePlayBegan(TableEvent):
    """All have agreed: from here on the fast clock runs."""

    type: ClassVar[str] = "live_began"


@dataclass(frozen=True, slots=True)
class LivePlayEnded(TableEvent):
    """The slow clock runs again. ``why`` is a value of `games.seats.live_play.Why`."""

    type: ClassVar[str] = "live_ended"
    why: str
    seat: int | None = None
    """Whose word, absence or slowness ended it."""


@dataclass(frozen=True, slots=True)
class BotsPlayOut(TableEvent):
    """From here on bots play the match to its end: no move of theirs is anybody's to answer for."""

    type: ClassVar[str] = "played_out"


@dataclass(frozen=True, slots=True)
class MatchAbandoned(TableEvent):
    """Nobody came back to the table."""

    type: ClassVar[str] = "abandoned"


@dataclass(frozen=True, slots=True)
class MatchAdjudicated(TableEvent):
    """A competition has ended the match where it stood."""

    type: ClassVar[str] = "adjudicated"


@dataclass(frozen=True, slots=True)
class UnknownEvent(TableEvent):
    """A type that this version of the program does not know."""

    type: ClassVar[str] = ""
    payload: Payload

    def to_json(self) -> Payload:
        return self.payload


FRAME: Final = (MatchStarted, SecretRevealed, RecordImported)
"""They open and close a log; no state follows from them."""
HAND_OVERS: Final = (SeatLeft, SubstituteSeated)
"""After them somebody else has the seat."""
RESTARTS: Final = (LivePlayBegan, LivePlayEnded, HoldEnded)
"""They restart all open turns."""
CLOCK_CHANGES: Final = (LivePlayBegan, LivePlayEnded)
"""They restart all open turns, by another clock."""
EARLY_ENDS: Final = (MatchAbandoned, MatchAdjudicated, RecordBrokenOff)
"""They end a match before its last deal."""

TABLE_EVENTS: Final[dict[str, type[TableEvent]]] = {
    kind.type: kind
    for kind in (
        *FRAME,
        *HAND_OVERS,
        *EARLY_ENDS,
        AutopilotSwitched,
        TablePaused,
        TableResumed,
        HoldEnded,
        MeetingFixed,
        MeetingCancelled,
        LivePlayAgreed,
        LivePlayBegan,
        LivePlayEnded,
        BotsPlayOut,
    )
}


# --- Reading ---


class EventRow(NamedTuple):
    """The columns of a stored event that are read."""

    seq: int
    version: int
    payload: Payload
    by: str
    at: datetime


class LoggedEvent(NamedTuple):
    """An event with its number, its moment and the hand that made it."""

    seq: int
    at: datetime
    by: str
    """A value of `games.models.Event.By`."""
    event: EngineEvent | TableEvent
    payload: Payload
    """As stored: the payload of an imported event may hold more than its type reads."""


VERSION: Final = 1
UPCASTS: Final[dict[tuple[str, int], Callable[[Payload], Payload]]] = {}
"""By type and version: makes a payload of the next version. Empty as long as every row is of version 1."""


def read(row: EventRow, match: Match | MatchCursor) -> LoggedEvent:
    """The event of a stored row, given the match before it."""
    seq, version, payload, by, at = row
    if version < VERSION:
        payload = upcast(payload, version)
    event = event_from_json(payload, match) or table_event_from_json(payload)
    return LoggedEvent(seq, at, by, event, payload)


class LogMisfit(ValueError):
    """A log does not fit the rules by which it is read."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"event {seq} does not fit the rules")
        self.game_id: int | None = None
        """The game, for readers that know it."""


@contextmanager
def reading(game_id: int) -> Iterator[None]:
    """Say of which game the log is that does not fit."""
    try:
        yield
    except LogMisfit as misfit:
        misfit.game_id = game_id
        raise


def follow(row: EventRow, cursor: MatchCursor) -> LoggedEvent:
    """Read a row and bring the cursor beyond it. Raises `LogMisfit`, above all if it was not that seat's turn."""
    try:
        logged = read(row, cursor)
        if not isinstance(logged.event, TableEvent):
            cursor.follow(logged.event)
    except (EngineError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Read by other rules, a log may lead anywhere.
        raise LogMisfit(row.seq) from error
    return logged


def fold(cursor: MatchCursor, rows: Iterable[EventRow]) -> Iterator[LoggedEvent]:
    """Read each row and bring the cursor beyond it. The light way, for who needs the last state only."""
    for row in rows:
        yield follow(row, cursor)


def table_event_from_json(payload: Payload) -> TableEvent:
    """Never raises: a log that was tampered with may hold anything."""
    make: Any = TABLE_EVENTS.get(payload["type"])
    if make is None:
        return UnknownEvent(payload)
    values = {field.name: payload.get(field.name) for field in fields(make)}
    made: TableEvent = make(**{name: tuple(value) if type(value) is list else value for name, value in values.items()})
    return made


def upcast(payload: Payload, version: int) -> Payload:
    """The payload as the present version writes it."""
    while version < VERSION:
        payload = UPCASTS[payload["type"], version](payload)
        version += 1
    return payload
