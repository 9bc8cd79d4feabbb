"""A record that has been found right becomes a game that is over, with its log, all in the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from games.archive.noting import note
from games.checks.rebuilding import away
from games.engine import is_over
from games.log import Entry, append
from games.models import Event, Game, Seat
from games.statistics.hooks import tally_soon
from players.models import User

from .reading import OWN_KEYS, Found, time_of

_BY: Final[dict[object, Event.By]] = {
    "clock": Event.By.TIMEOUT,
    **{by.value: by for by in Event.By if by != Event.By.SITE},
}


def store(
    found: Found,
    *,
    host: User,
    members: Mapping[str, int],
    is_listed: bool,
    now: datetime,
    key: UUID | None = None,
) -> Game:
    """The game of a record without fault; ``members`` are the keys of those for whom names stand.

    By ``key`` it is found again by whoever stores it.
    """
    if found.rules is None or found.match is None:
        raise ValueError("the record has a fault")
    times = _times(found, now)
    game = Game.objects.create(
        host=host,
        name=_table_name(found),
        rules_json=found.header["rules"],
        status=Game.Status.FINISHED if is_over(found.match) else Game.Status.ABANDONED,
        is_listed=is_listed,
        is_imported=True,
        content=found.content,
        created_at=now,
        started_at=times[0],
        ended_at=_end(found, times, now),
        key=key,
    )
    events = append(game, _entries(found, times), now)
    seats = _seats(game, found, members, events)
    Seat.objects.bulk_create(seats)
    note(game, seats, found.match)
    tally_soon(game.pk)
    return game


def _entries(found: Found, times: Sequence[datetime]) -> list[Entry]:
    """The log: what the header tells beside players and rules, the events as they came, and the end."""
    head = {key: value for key, value in found.header.items() if key not in OWN_KEYS}
    entries = [Entry({"type": "imported", "header": head}, Event.By.SITE, at=times[0])]
    for payload, at in zip(found.payloads, times[1:], strict=False):
        by = Event.By.SITE if payload["type"] == "deal" else _by(payload.get("by"))
        entries.append(Entry(payload, by, at=at))
    if not found.is_finished:
        entries.append(Entry({"type": "broken_off"}, Event.By.SITE, at=times[-1]))
    return entries


def _by(value: object) -> Event.By:
    return _BY.get(value, Event.By.PLAYER) if isinstance(value, str) else Event.By.PLAYER


def _times(found: Found, now: datetime) -> list[datetime]:
    """When it began, when each event happened, and when it ended: what the record leaves out is that before."""
    own = [time_of(payload.get("at"), now) for payload in found.payloads]
    ended = next(filter(None, [time_of(found.header.get("ended"), now), *reversed(own)]), None)
    began = next(filter(None, [time_of(found.header.get("started"), now), *own, ended]), now)
    times = [began]
    for at in own:
        times.append(at or times[-1])
    if not found.is_finished:
        times.append(ended or times[-1])
    return times


def _end(found: Found, times: Sequence[datetime], now: datetime) -> datetime:
    """When the match was over: as the record says, or with its last event, and not before it began."""
    return max(times[0], time_of(found.header.get("ended"), now) or times[-1])


def _table_name(found: Found) -> str:
    """What the table was called, if that can be shown."""
    name = found.header.get("table")
    if not isinstance(name, str) or not name.isprintable():
        return ""
    return name.strip()[: Game._meta.get_field("name").max_length or 0]


def _seats(
    game: Game, found: Found, members: Mapping[str, int], events: Sequence[Event]
) -> list[Seat]:
    finished = found.is_finished and found.match is not None
    taken: set[int] = set()
    seats = []
    states = away(len(found.players), events)
    for number, (name, (autopilot, missed)) in enumerate(zip(found.players, states, strict=True)):
        member = members.get(name)
        if member in taken:
            member = None  # nobody sits twice at one table
        if member is not None:
            taken.add(member)
        score = found.match.scores[number] if finished and found.match else None
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
