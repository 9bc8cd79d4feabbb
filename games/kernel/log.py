"""The log of a game: reading it into a state, adding to it, and checking its chain of digests."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from itertools import groupby, starmap
from operator import itemgetter
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from games.engine import Deal, Match, start
from games.engine.match import MatchCursor
from games.engine.napoleon import Sealed
from games.kernel.events import FRAME, LoggedEvent, Payload, Row, TableEvent, fold
from games.kernel.replay import SeatHistory, seat_history
from games.models import Event, Game


class NewEvent(NamedTuple):
    """An event that is to be logged."""

    payload: Payload
    by: Event.By
    key: UUID | None = None
    at: datetime | None = None
    """When it happened, if not now."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as its log tells it, up to ``seq``."""

    seq: int
    match: Match
    seen: dict[int, int] = field(default_factory=dict)
    """For each deal the last event that changed what its players see: what a form must have seen."""
    happened: tuple[LoggedEvent, ...] = ()
    """Table events and time-outs, in their order; never what was bid or played of a player's own will."""


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
    Event.objects.bulk_create(events)
    game.save(update_fields=HEAD)
    return events


# --- Reading ---

_CACHED_GAMES: Final = 512
# A query about more games than SQLite takes conditions for is refused.
_MOST_AT_ONCE: Final = 250
# By slug, which no two games ever share, not even one that was rolled back.
_states: OrderedDict[str, GameState] = OrderedDict()


def state_of(game: Game) -> GameState:
    """The state of the game up to its row's ``seq``, from this process's cache and the events since."""
    state = _known(game)
    if state.seq < game.seq:
        new = game.events.filter(seq__gt=state.seq, seq__lte=game.seq).order_by("seq")
        state = follow(state, starmap(Row, new.values_list(*Row._fields)))
        remember(game, state)
    return state


def states_of(games: Iterable[Game]) -> dict[int, GameState]:
    """`state_of` for many games, by their keys, with one query for some hundreds of them."""
    by_key = {game.pk: game for game in games}
    states = {key: _known(game) for key, game in by_key.items()}
    behind = [key for key, game in by_key.items() if states[key].seq < game.seq]
    for first in range(0, len(behind), _MOST_AT_ONCE):
        wanted = Q()
        for key in behind[first : first + _MOST_AT_ONCE]:
            wanted |= Q(game=key, seq__gt=states[key].seq, seq__lte=by_key[key].seq)
        events = Event.objects.filter(wanted).order_by("game", "seq")
        rows = events.values_list("game", *Row._fields)
        for key, new in groupby(rows, key=itemgetter(0)):
            states[key] = follow(states[key], (Row(*row[1:]) for row in new))
            remember(by_key[key], states[key])
    return states


def _known(game: Game) -> GameState:
    """What this process knows of the game already."""
    state = _states.get(game.slug)
    if state is None or state.seq > game.seq:
        return GameState(0, start(game.rules))
    return state


def remember(game: Game, state: GameState) -> None:
    """Keep a state that is committed."""
    _states.pop(game.slug, None)
    _states[game.slug] = state
    while len(_states) > _CACHED_GAMES:
        _states.popitem(last=False)


def follow(state: GameState, rows: Iterable[Row]) -> GameState:
    """The state after further events of the log."""
    return advance(state, rows)[0]


def advance(state: GameState, rows: Iterable[Row]) -> tuple[GameState, tuple[LoggedEvent, ...]]:
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
        if event.__class__ is Deal or not isinstance(cursor.deals.get(event.deal), Sealed):
            # A declaration that stays sealed changes nothing that the others see of the cards.
            seen[event.deal] = last
    return GameState(last, cursor.match(), seen, tuple(happened)), tuple(events)


def stored(events: Iterable[Event]) -> list[Row]:
    """The rows of events that are at hand."""
    return [Row(one.seq, one.version, one.payload, one.by, one.at) for one in events]
