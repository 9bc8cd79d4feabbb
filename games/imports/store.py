"""Stores a valid record as a finished game with its log, in the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError

from games.archive.store import archive_deals
from games.imports.parse import OWN_KEYS, UploadedRecord, time_of
from games.kernel.events import LoggedEvent, RecordBrokenOff, RecordImported
from games.kernel.followers import catch_up_later
from games.kernel.log import NewEvent, append, stored
from games.kernel.replay import replay
from games.kernel.transaction import away
from games.models import Event, Game, Seat
from napoleon.engine import is_over
from players.models import User, validate_title
from players.names import tidy

_BY: Final[dict[object, Event.By]] = {
    "clock": Event.By.TIMEOUT,
    **{by.value: by for by in Event.By if by != Event.By.SITE},
}


def store_record(
    record: UploadedRecord,
    *,
    host: User,
    members: Mapping[str, int],
    is_listed: bool,
    now: datetime,
    key: UUID | None = None,
) -> Game:
    """Store a record without faults; ``members`` maps its names to the keys of members.

    ``key`` lets the caller find the stored match again.
    """
    if record.rules is None or record.match is None:
        raise ValueError("the record has a fault")
    times = _times(record, now)
    game = Game.objects.create(
        host=host,
        name=_table_name(record),
        rules_json=record.header["rules"],
        rules_version=record.rules.version,
        status=Game.Status.FINISHED if is_over(record.match) else Game.Status.ABANDONED,
        is_listed=is_listed,
        is_imported=True,
        content=record.content,
        created_at=now,
        started_at=times[0],
        ended_at=end_of(record.header, times[0], times[-1], now),
        key=key,
    )
    entries = _entries(record, times)
    game.result_seq = len(entries)
    events = append(game, entries, now)
    seats = _seats(game, record, members, events)
    Seat.objects.bulk_create(seats)
    archive_deals(game, list(replay(game, stored(events), seats)))
    catch_up_later(game.pk)
    return game


def _entries(record: UploadedRecord, times: Sequence[datetime]) -> list[NewEvent]:
    """The log: the rest of the header, the record's events, and the end of the match."""
    head = {key: value for key, value in record.header.items() if key not in OWN_KEYS}
    entries = [NewEvent(RecordImported(head).to_json(), Event.By.SITE, at=times[0])]
    for payload, at in zip(record.payloads, times[1:], strict=False):
        by = Event.By.SITE if payload["type"] == "deal" else _by(payload.get("by"))
        entries.append(NewEvent(payload, by, at=at))
    if not record.is_finished:
        entries.append(NewEvent(RecordBrokenOff().to_json(), Event.By.SITE, at=times[-1]))
    return entries


def _by(value: object) -> Event.By:
    return _BY.get(value, Event.By.PLAYER) if isinstance(value, str) else Event.By.PLAYER


def _times(record: UploadedRecord, now: datetime) -> list[datetime]:
    """The times of the start, of each event and of the end; a missing time repeats the one before."""
    own = [time_of(payload.get("at"), now) for payload in record.payloads]
    ended = next(filter(None, [time_of(record.header.get("ended"), now), *reversed(own)]), None)
    began = next(filter(None, [time_of(record.header.get("started"), now), *own, ended]), now)
    times = [began]
    for at in own:
        times.append(at or times[-1])
    if not record.is_finished:
        times.append(ended or times[-1])
    return times


def end_of(header: Mapping[str, Any], first: datetime, last: datetime, now: datetime) -> datetime:
    """The end of a match that is imported now: as the record says, or its last event, but not before its first."""
    return max(first, time_of(header.get("ended"), now) or last)


def _table_name(record: UploadedRecord) -> str:
    """The table's name, if a table may have it."""
    name = record.header.get("table")
    if not isinstance(name, str):
        return ""
    name = tidy(name)
    try:
        validate_title(name)
    except ValidationError:
        return ""
    return name[: Game._meta.get_field("name").max_length or 0]


def _seats(game: Game, record: UploadedRecord, members: Mapping[str, int], events: Sequence[Event]) -> list[Seat]:
    finished = record.is_finished and record.match is not None
    taken: set[int] = set()
    seats = []
    log = [
        LoggedEvent(row.seq, row.at, row.by, event, row.payload)
        for event, row in zip(record.events, events[1:], strict=False)
    ]
    states = away(len(record.players), log)
    for number, (name, (autopilot, missed)) in enumerate(zip(record.players, states, strict=True)):
        member = members.get(name)
        if member in taken:
            member = None  # a member has one seat at a table
        if member is not None:
            taken.add(member)
        score = record.match.scores[number] if finished and record.match else None
        seats.append(
            Seat(
                game=game,
                number=number,
                user_id=member,
                given_name=name,
                score=score,
                autopilot=autopilot,
                missed=missed,
            )
        )
    return seats
