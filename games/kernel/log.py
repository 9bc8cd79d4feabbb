"""The log of a game: reading it into a state, adding to it, and checking its chain of digests."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import BigIntegerField, Q, QuerySet

from games.kernel.events import FRAME, EventRow, LoggedEvent, Payload, TableEvent, fold, reading
from games.kernel.known_states import FEW, GameState, KnownState, known_states, remember, share
from games.kernel.replay import SeatHistory, seat_history
from games.models import Event, Game
from infrastructure.speed import prepared_writes
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from napoleon.engine import Agree, Deal, start
from napoleon.engine.claims import Claimed
from napoleon.engine.events import Event as EngineEvent
from napoleon.engine.match import MatchCursor
from napoleon.engine.napoleon import Sealed
from napoleon.engine.variants import DealCursor


class NewEvent(NamedTuple):
    payload: Payload
    by: Event.By
    key: UUID | None = None
    at: datetime | None = None
    """When it happened, if not now."""


def seats_of(game: Game, state: GameState) -> SeatHistory:
    """Who has had the seats up to that state."""
    return seat_history(game, game.seats.all(), state.happened)


# --- Digests ---


def digest(previous: str, event: Event) -> str:
    """The event's link in the chain: SHA-256 over the link before and its own canonical content."""
    content = [
        event.game_id,
        event.seq,
        event.type,
        event.version,
        event.payload,
        event.by,
        event.at.isoformat(),
        str(event.key) if event.key else None,
    ]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(f"{previous}\n{text}".encode()).hexdigest()


def broken_links(game: Game) -> list[int]:
    """The numbers of the events whose digest, or whose place in the sequence, is not what it must be."""
    broken, previous, expected = [], "", 1
    for event in game.events.order_by("seq"):
        if event.seq != expected or event.digest != digest(previous, event):
            broken.append(event.seq)
        previous, expected = event.digest, event.seq + 1
    if previous != game.digest or expected != game.seq + 1:
        broken.append(game.seq)
    return broken


# --- Writing ---

HEAD: Final = ("seq", "digest", "status", "started_at", "ended_at", "closes_at", "result_seq")
"""What of a game's row may change with its log."""


def append(game: Game, entries: Sequence[NewEvent], at: datetime) -> list[Event]:
    """Add to the log of a game whose row the caller has locked; its head moves along."""
    events = []
    for entry in entries:
        game.seq += 1
        event = Event(
            game=game,
            seq=game.seq,
            type=entry.payload["type"],
            payload=entry.payload,
            by=entry.by,
            at=entry.at or at,
            key=entry.key,
        )
        game.digest = event.digest = digest(game.digest, event)
        events.append(event)
    prepared_writes.insert(events)
    prepared_writes.update([game], HEAD)
    return events


# --- Reading ---

# A query about more games than SQLite takes conditions for is refused.
_MOST_AT_ONCE: Final = 250


def _events() -> QuerySet[Event, tuple[Any, ...]]:
    number = BigIntegerField()
    since, until = Parameter("since", number), Parameter("until", number)
    events = Event.objects.filter(game=Parameter("game", number), seq__gte=since, seq__lte=until)
    return events.order_by("seq").values_list(*EventRow._fields, "digest")


EVENTS: Final = PreparedQuery(_events)


def state_of(game: Game) -> GameState:
    """The state of the game up to its row's ``seq``, from what is known of it and the events since."""
    known = known_states([game]).get(game.slug)
    if known and known.seq == game.seq:
        return known.state
    since = known.seq if known else 0
    return _continued(game, known, EVENTS.all(game=game.pk, since=since, until=game.seq))


def states_of(games: Iterable[Game]) -> dict[int, GameState]:
    """`state_of` for many games, by their keys, with one query for some hundreds of them."""
    games = list(games)
    known = known_states(games)
    behind = [game for game in games if game.slug not in known or known[game.slug].seq < game.seq]
    states = {game.pk: known[game.slug].state for game in games if game.slug in known}
    for first in range(0, len(behind), _MOST_AT_ONCE):
        some, wanted = behind[first : first + _MOST_AT_ONCE], Q()
        for game in some:
            since = known[game.slug].seq if game.slug in known else 0
            wanted |= Q(game=game.pk, seq__gte=since, seq__lte=game.seq)
        events = Event.objects.filter(wanted).order_by("game", "seq")
        rows = events.values_list("game", *EventRow._fields, "digest")
        new = {key: [row[1:] for row in own] for key, own in groupby(rows, key=itemgetter(0))}
        for game in some:
            states[game.pk] = _continued(game, known.get(game.slug), new.get(game.pk, []))
    return states


def _continued(game: Game, known: KnownState | None, rows: Sequence[tuple[Any, ...]]) -> GameState:
    """The state after these rows of the log, the first of which is the last event of the known state."""
    if known is None:
        state = GameState(0, start(game.rules))
    elif rows and rows[0][-1] == known.digest:
        state, rows = known.state, rows[1:]
    else:
        # What was known is of another log.
        return _continued(game, None, EVENTS.all(game=game.pk, since=0, until=game.seq))
    with reading(game.pk):
        state = follow(state, (EventRow(*row[:-1]) for row in rows))
    remember(game, state)
    if len(rows) > FEW:
        share(game, state)
    return state


def follow(state: GameState, rows: Iterable[EventRow]) -> GameState:
    """The state after further events of the log."""
    return advance(state, rows)[0]


def advance(state: GameState, rows: Iterable[EventRow]) -> tuple[GameState, tuple[LoggedEvent, ...]]:
    """The state after further events of the log, and these events."""
    cursor, last, seen = MatchCursor(state.match), state.seq, dict(state.seen)
    happened, events = list(state.happened), []
    for logged in fold(cursor, rows):
        events.append(logged)
        last, event = logged.seq, logged.event
        if isinstance(event, TableEvent):
            if not isinstance(event, FRAME):
                happened.append(logged)
            continue
        if logged.by == Event.By.TIMEOUT:
            happened.append(logged)
        if event.__class__ is Deal or not _is_aside(event, cursor.deals.get(event.deal)):
            seen[event.deal] = last
    return GameState(last, cursor.match(), seen, tuple(happened)), tuple(events)


def _is_aside(event: EngineEvent, after: DealCursor | None) -> bool:
    """Whether the event changes nothing of what the other seats decide: their forms do not become stale.

    A declaration that stays sealed is such a one, and an agreement while others are still asked.
    """
    return isinstance(after, Sealed) or (isinstance(after, Claimed) and isinstance(event, Agree))


def stored(events: Iterable[Event]) -> list[EventRow]:
    """The rows of events that are at hand."""
    return [EventRow(event.seq, event.version, event.payload, event.by, event.at) for event in events]
