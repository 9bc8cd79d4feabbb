"""Reads uploaded records, each to its end or to its first error. Nothing is stored here."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from math import isfinite
from typing import Any, Final

from games.records import content_of
from napoleon.engine import Match, Rules, is_over
from napoleon.engine.errors import Detail
from napoleon.engine.events import Event
from napoleon.engine.record import Replayed, parse_line, replay
from napoleon.player_names import readable
from players.names import has_encoded_word, has_web_address

Json = dict[str, Any]

MAX_RECORDS: Final = 5000
# A file of 15 MB has no more events. Empty lines alone would keep a worker busy for twenty seconds.
MAX_LINES: Final = 500_000
MAX_NAME: Final = 80
MAX_DEPTH: Final = 20
# The four keys that the format reserves for every reader.
OWN_KEYS: Final = ("format", "version", "rules", "players")
_EARLIEST: Final = datetime(1800, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RecordFault:
    """What is wrong with a record, as a code, and in which line."""

    line: int
    reason: str
    details: dict[str, Detail] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadedRecord:
    number: int
    line: int
    players: tuple[str, ...] = ()
    header: Json = field(default_factory=dict)
    rules: Rules | None = None
    match: Match | None = None
    events: list[Event] = field(default_factory=list)
    payloads: list[Json] = field(default_factory=list)
    """The events with all their keys."""
    content: str = ""
    fault: RecordFault | None = None

    @property
    def is_finished(self) -> bool:
        return self.match is not None and is_over(self.match)


def records(data: bytes) -> Iterator[UploadedRecord]:
    """Every record of the upload."""
    # Bytes that are not UTF-8 become lone surrogates, which the reader detects.
    lines = TextIOWrapper(BytesIO(data), "utf-8-sig", errors="surrogateescape", newline="\n")
    for number, replayed in enumerate(replay(lines), 1):
        yield _found(number, replayed)


def count_of(data: bytes) -> int:
    """The approximate number of records."""
    return max(1, data.count(b'"format"'))


def _found(number: int, replayed: Replayed) -> UploadedRecord:
    line, error = replayed.line, replayed.error
    if error is not None:
        wrong = RecordFault(error.line, error.reason, _shown_details(error.details))
        return UploadedRecord(number=number, line=line, players=_shown(replayed.players), fault=wrong)
    if replayed.rules is None or replayed.match is None:
        raise ValueError("the record has not been replayed")
    payloads = [parse_line(text) for text in replayed.lines]
    fault = _fault(line, replayed, payloads)
    return UploadedRecord(
        number=number,
        line=line,
        players=_shown(replayed.players) if fault else replayed.players,
        header=replayed.header,
        rules=replayed.rules,
        match=replayed.match,
        events=replayed.events,
        payloads=payloads,
        content=content_of(replayed.rules, replayed.events),
        fault=fault,
    )


def _shown(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a refused record, in a form that can be shown."""
    return tuple(map(_shown_text, names))


def _shown_details(details: dict[str, Detail]) -> dict[str, Detail]:
    """Error details in a form that can be shown: they may quote the record."""
    return {key: _shown_text(detail) if isinstance(detail, str) else detail for key, detail in details.items()}


def _shown_text(text: str) -> str:
    return readable(text[:MAX_NAME].encode(errors="replace").decode())


def _fault(line: int, replayed: Replayed, payloads: list[Json]) -> RecordFault | None:
    """Find what the engine accepts but the site cannot store."""
    for name in replayed.players:
        if reason := _name_fault(name):
            return RecordFault(line, reason, {"most": MAX_NAME})
    for payload in (replayed.header, *payloads):
        if not _is_storable(payload):
            return RecordFault(line, "not_storable")
    if replayed.match is None or not replayed.match.ended:
        return RecordFault(line, "nothing_ended")
    return None


def _name_fault(name: str) -> str:
    if not name:
        return "no_name"
    if len(name) > MAX_NAME:
        return "long_name"
    if has_web_address(name) or has_encoded_word(name):
        return "address_as_name"
    return "" if _is_storable(name) else "not_storable"


def _is_storable(value: object, depth: int = 0) -> bool:
    """Whether databases give it back as it was.

    They store neither NUL nor lone surrogates, and JSON stores no infinite number. PostgreSQL writes numbers out: it
    gives a large fraction back as a whole number, and -0.0 as 0.0, so that the log's digests would no longer hold.
    """
    if isinstance(value, str):
        return "\0" not in value and (value.isascii() or _is_unicode(value))
    if isinstance(value, float):
        return isfinite(value) and "e+" not in repr(value) and repr(value) != "-0.0"
    if depth > MAX_DEPTH:
        return False
    if isinstance(value, dict):
        return all(_is_storable(key) and _is_storable(v, depth + 1) for key, v in value.items())
    return not isinstance(value, list) or all(_is_storable(item, depth + 1) for item in value)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def time_of(value: object, now: datetime) -> datetime | None:
    """Parse a time of a record; None if it makes no sense. Without a time zone it is UTC."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return moment if _EARLIEST <= moment <= now else None
