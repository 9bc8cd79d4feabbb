"""A stored game as a record of the public format: whole when it is over, one seat's own while it runs."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.bot_names import RECORD_NAMES, record_name
from games.kernel.events import EventRow, LoggedEvent, MatchStarted, SecretRevealed, TableEvent, fold
from games.kernel.replay import SeatHistory, SeatHolder, history_of, moves_of, rows_of
from games.models import Event, Game, Seat
from napoleon.engine import Deal
from napoleon.engine.match import MatchCursor, start
from napoleon.engine.record import FORMAT, header
from napoleon.engine.record import VERSION as RECORD_VERSION
from napoleon.engine.seat_record import seat_record
from napoleon.engine.shuffle import VERSION

Json = dict[str, Any]
Naming = Callable[[SeatHolder], str]
"""The name of a seat's holder in a record."""


def record_for(game: Game, seat: Seat | None) -> str | None:
    """The record for a reader in that seat or in none; None while there is no record for them."""
    if game.status == Game.Status.FINISHED or game.is_imported:
        return whole_record(game)
    if (
        game.status in (Game.Status.RUNNING, Game.Status.ABANDONED)
        and seat is not None
        and game.opens_deals is not False
    ):
        return own_record(game, seat)
    return None


def whole_record(game: Game) -> str:
    """The record of a finished match: everything, with the proof of its shuffle."""
    return _as_it_came(game) if game.is_imported else _record(game, _site_keys(game), _name)


def unnamed_record(game: Game) -> str:
    """The record of a match played here, with account numbers for names, so that it may outlive the accounts."""
    keys = {key: value for key, value in _site_keys(game).items() if key != "table"}
    return _record(game, keys, _number)


def open_record(game: Game, name: Naming) -> list[Json]:
    """The record of a finished match for open data: by these names, without times and the proof of its shuffle."""
    lines = (json.loads(line) for line in _record(game, {}, name).splitlines())
    return [{key: value for key, value in line.items() if key not in ("at", "proof", "substitutes")} for line in lines]


def _record(game: Game, keys: Json, name: Naming) -> str:
    rows = rows_of(game)
    log = list(fold(MatchCursor(start(game.rules)), rows))
    history = history_of(game, rows)
    head = header(game.rules, names_at_start(history, name), **keys, **_substitutes(history, log, name))
    proof = _proof(game, [logged.event for logged in log])
    return _text([head, *(_line(logged, proof) for logged in log if _is_move(logged))])


def names_at_start(history: SeatHistory, name: Naming | None = None) -> list[str]:
    """The names of the players at the start of the match."""
    return [(name or _name)(holder) for holder in history.at(0)]


def _name(holder: SeatHolder) -> str:
    """Records name the level of a bot, not its name on pages."""
    if holder.bot in RECORD_NAMES:
        return record_name(holder.bot, holder.number)
    return holder.name


def _number(holder: SeatHolder) -> str:
    """The number of the account; bots keep their names."""
    return f"#{holder.user_id}" if holder.user_id else _name(holder) if holder.bot else "-"


def _substitutes(history: SeatHistory, log: Iterable[LoggedEvent], name: Naming) -> Json:
    """The players who took over a seat later, with the time; no key if there are none."""
    times = {logged.seq: logged.at for logged in log}
    later = sorted((holder.since, holder) for own in history.holders for holder in own[1:])
    substitutes = [
        {"seat": holder.number, "player": name(holder), "at": times[since].isoformat()} for since, holder in later
    ]
    return {"substitutes": substitutes} if substitutes else {}


def _is_move(logged: LoggedEvent) -> bool:
    return not isinstance(logged.event, TableEvent)


def _as_it_came(game: Game) -> str:
    """The record of an imported match as uploaded, with the site's own keys in the header."""
    log = list(fold(MatchCursor(start(game.rules)), rows_of(game)))
    names = [seat.given_name or seat.name for seat in game.seats.all()]
    own = {"format": FORMAT, "version": RECORD_VERSION, "rules": game.rules_json, "players": names}
    lines = [own | log[0].payload["header"] | _site_keys(game)]
    return _text(lines + [logged.payload for logged in log if _is_move(logged)])


def own_record(game: Game, seat: Seat) -> str:
    """The record of a running match as far as the seat may know it."""
    return _text(known_lines(game, rows_of(game), seat.number))


def known_lines(game: Game, rows: Sequence[EventRow], seat: int | None) -> list[Json]:
    """The lines of the record that a seat may know, or a spectator (None), the header first."""
    events = moves_of(fold(MatchCursor(start(game.rules)), rows))
    names = names_at_start(history_of(game, rows), _name)
    return seat_record(header(game.rules, names), game.rules, events, seat)


def _site_keys(game: Game) -> Json:
    """The site's own keys of the header; other readers of the format ignore them."""
    keys: Json = {"site": "napoleon", "game": game.slug}
    if game.is_imported:
        keys["imported"] = game.created_at.isoformat()
    if game.name:
        keys["table"] = game.name
    for key, when in (("started", game.started_at), ("ended", game.ended_at)):
        if when is not None:
            keys[key] = when.isoformat()
    return keys


def _proof(game: Game, events: Sequence[object]) -> Json:
    """Everything needed to repeat the shuffle of the match (docs/shuffle.md)."""
    started = next(event for event in events if isinstance(event, MatchStarted))
    proof = {"version": VERSION, "commitment": started.commitment}
    if game.board_set is not None:
        seeds = game.board_set.seeds
        return {**proof, "secret": seeds.secret.hex(), "game": seeds.game, "seeds": list(seeds.seats)}
    revealed = next(event for event in events if isinstance(event, SecretRevealed))
    return {**proof, "secret": revealed.secret, "game": game.slug, "seeds": list(started.seeds)}


def _line(logged: LoggedEvent, proof: Json) -> Json:
    line = {**logged.payload, "at": logged.at.isoformat()}
    if isinstance(logged.event, Deal):
        return {**line, "proof": proof}
    return {**line, "by": Event.By(logged.by).value}


def _text(lines: list[Json]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
