"""A stored game as a record of the public format: whole when it is over, one seat's own while it runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.engine.events import Event as EngineEvent
from games.engine.match import Running, start
from games.engine.record import header
from games.engine.seat_record import seat_record
from games.engine.shuffle import VERSION
from games.engine.wire import READERS, event_from_json
from games.models import Event, Game, Seat

Json = dict[str, Any]


def whole_record(game: Game) -> str:
    """The record of a finished match: everything, with the proof of its shuffle."""
    if game.is_imported:
        return _as_it_came(game)
    names = [seat.name for seat in game.seats.all()]
    head = header(game.rules, names, **_site_keys(game))
    rows = list(game.events.order_by("seq").values_list("type", "payload", "by", "at"))
    proof = _proof(game, [(kind, payload) for kind, payload, _by, _at in rows])
    lines = [head]
    lines += [_line(payload, by, at, proof) for kind, payload, by, at in rows if kind in READERS]
    return _text(lines)


def _as_it_came(game: Game) -> str:
    """The record of an imported match: what was brought here, with the site's own keys in the header."""
    payloads = list(game.events.order_by("seq").values_list("payload", flat=True))
    names = [seat.given_name or seat.name for seat in game.seats.all()]
    head = header(game.rules, names, **payloads[0]["header"])
    lines = [head | {"rules": game.rules_json} | _site_keys(game)]
    return _text(lines + [payload for payload in payloads if payload["type"] in READERS])


def own_record(game: Game, seat: Seat) -> str:
    """The record of a running match as far as the seat may know it."""
    names = [one.name for one in game.seats.all()]
    return _text(seat_record(game.rules, names, events_of(game), seat.number))


def events_of(game: Game) -> Iterator[EngineEvent]:
    """All that has happened in the deals of a game."""
    running = Running(start(game.rules))
    payloads = game.events.filter(seq__lte=game.seq).order_by("seq")
    for payload in payloads.values_list("payload", flat=True):
        event = event_from_json(payload, running) if payload["type"] in READERS else None
        if event is not None:
            running.carry_out(event)
            yield event


def _site_keys(game: Game) -> Json:
    """What the site adds to the header; readers of the format pass over it."""
    keys: Json = {"site": "napoleon", "game": game.slug}
    if game.is_imported:
        keys["imported"] = game.created_at.isoformat()
    if game.name:
        keys["table"] = game.name
    for key, when in (("started", game.started_at), ("ended", game.ended_at)):
        if when is not None:
            keys[key] = when.isoformat()
    return keys


def _proof(game: Game, events: list[tuple[str, Json]]) -> Json:
    """All that is needed to redo a deal of the match (docs/shuffle.md)."""
    told = {kind: payload for kind, payload in events if kind in ("start", "reveal")}
    return {
        "version": VERSION,
        "commitment": told["start"]["commitment"],
        "secret": told["reveal"]["secret"],
        "game": game.slug,
        "seeds": told["start"]["seeds"],
    }


def _line(payload: Json, by: str, at: datetime, proof: Json) -> Json:
    line = {**payload, "at": at.isoformat()}
    if payload["type"] == "deal":
        return {**line, "proof": proof}
    return {**line, "by": Event.By(by).value}


def _text(lines: list[Json]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
