"""The operations that open streams: they let the reader in, and answer with the first lines.

The process that serves pages goes on from there (`games/api/stream_server.py`). Behind another server the answer ends
with the lines that there are.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse

from games.access import get_game_or_404, seat_of
from games.api.router import router
from games.api.stream_lines import (
    OVERLAP,
    OwnPosition,
    SeatLog,
    game_greeting,
    game_now,
    game_position,
    is_too_old,
    lines_of_game,
    lines_of_person,
    own_greeting,
    own_now,
    own_position,
)
from games.kernel.game_queries import game_with_seats
from games.models import Game
from infrastructure import broadcast
from infrastructure.api.operations import operation
from players.api.door import ApiRequest, Needs
from players.api.models import ApiToken, Scope
from players.oauth.apps import AppToken

Json = dict[str, Any]
READ = (Scope.GAMES_READ,)
NDJSON: Final = "application/x-ndjson"
EVENTS: Final = "text/event-stream"
EXAMPLE: Final = (
    '{"id": "1772366400000000-12-1-0", "type": "event", "game": "Zk3f9Qx81mB7", "seq": 12, '
    '"at": "2026-03-01T12:00:00Z", "event": {"type": "pass", "deal": 1, "seat": 1}}\n'
)


class Stream:
    """What a reader of a stream has been sent, and what they may be sent next."""

    def __init__(self, token: ApiToken | AppToken, *, is_sse: bool) -> None:
        self.token, self.user, self.is_sse = token, token.user, is_sse
        self.is_over = False

    def greeting(self, last: str | None) -> list[Json]:
        """The first line of a stream that begins now; none where it goes on after an id."""
        raise NotImplementedError

    def news(self) -> list[Json]:
        """What the reader does not know yet."""
        raise NotImplementedError

    def slugs(self) -> Iterable[str]:
        """What the stream listens to."""
        raise NotImplementedError

    def more(self) -> str:
        """The next lines as text; a token that was ended ends the stream."""
        try:
            if self.token.is_valid:
                return self.written(self.news())
        except Http404:
            pass  # the reader may no longer see the game
        self.is_over = True
        return ""

    def written(self, lines: Iterable[Json]) -> str:
        return "".join(map(_as_event if self.is_sse else _as_line, lines))

    @property
    def sign_of_life(self) -> str:
        return ":\n\n" if self.is_sse else "\n"


class GameStream(Stream):
    def __init__(self, token: ApiToken | AppToken, game: Game, *, is_sse: bool) -> None:
        super().__init__(token, is_sse=is_sse)
        self.slug = game.slug
        self.position = game_now(game, self.user)
        self._log: SeatLog | None = None

    def greeting(self, last: str | None) -> list[Json]:
        game = game_with_seats(self.slug)
        if last is None:
            return [game_greeting("hello", game, self.position)]
        position = game_position(last)
        if position is None or is_too_old(position.at) or position.seq > game.seq:
            return [game_greeting("reset", game, self.position)]
        self.position = position
        return []

    def news(self) -> list[Json]:
        game = get_game_or_404(self.user, self.slug)
        log, self._log = self._log_of(game), None
        lines = list(lines_of_game(game, self.user, self.position, log))
        # What was read of the log has become lines; had reading failed, it would begin again.
        self._log = log
        if lines:
            self.position = lines[-1][0]
        self.is_over = game.is_over
        return [line for _position, line in lines]

    def _log_of(self, game: Game) -> SeatLog:
        """The log as it was read so far; from its beginning for a seat that the reader has only now."""
        own = seat_of(self.user, game)
        seat = own.number if own else None
        return self._log if self._log is not None and self._log.seat == seat else SeatLog(game.rules, seat)

    def slugs(self) -> Iterable[str]:
        return [self.slug]


class OwnStream(Stream):
    def __init__(self, token: ApiToken | AppToken, *, is_sse: bool) -> None:
        super().__init__(token, is_sse=is_sse)
        self.position = self.start = own_now()
        self.sent: set[str] = set()
        """The ids of this connection: what is read twice is sent once."""

    def greeting(self, last: str | None) -> list[Json]:
        if last is None:
            return [own_greeting("hello", self.position)]
        position = own_position(last)
        if position is None or is_too_old(position.at):
            return [own_greeting("reset", self.position)]
        self.position = self.start = position
        return []

    def news(self) -> list[Json]:
        since = max(self.start.at, self.position.at - OVERLAP)
        lines = [one for one in lines_of_person(self.user, since) if self._is_new(one[0])]
        for position, _line in lines:
            self.position = max(self.position, position)
            self.sent.add(position.id)
        return [line for _position, line in lines]

    def _is_new(self, position: OwnPosition) -> bool:
        return position.id not in self.sent and position > self.start

    def slugs(self) -> Iterable[str]:
        games = Game.objects.of_person(self.user.pk).filter(ended_at=None)
        return [broadcast.channel_of(self.user.pk), *games.values_list("slug", flat=True)]


class StreamAnswer(HttpResponse):
    """The beginning of a stream."""

    def __init__(self, stream: Stream, last: str | None) -> None:
        kind = EVENTS if stream.is_sse else NDJSON
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        text = stream.written(stream.greeting(last)) + stream.more()
        super().__init__(text, content_type=f"{kind}; charset=utf-8", headers=headers)
        self.stream = stream


def _as_line(line: Json) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _as_event(line: Json) -> str:
    return f"id: {line['id']}\nevent: {line['type']}\ndata: {json.dumps(line, ensure_ascii=False)}\n\n"


def _wants_events(request: HttpRequest) -> bool:
    return request.get_preferred_type([NDJSON, EVENTS]) == EVENTS


def _last(request: HttpRequest) -> str | None:
    return request.headers.get("Last-Event-ID")


@operation(
    router,
    "GET",
    "/stream",
    "What happens in my games: starts, turns, ends, chat, invitations",
    scopes=READ,
    guard=Needs(*READ),
    produces=f"{NDJSON} {EVENTS}",
    example=EXAMPLE,
)
def stream_mine(request: ApiRequest) -> HttpResponse:
    return StreamAnswer(OwnStream(request.token, is_sse=_wants_events(request)), _last(request))


@operation(
    router,
    "GET",
    "/games/{id}/stream",
    "What happens in a game, as its seat sees it",
    scopes=READ,
    guard=Needs(*READ),
    produces=f"{NDJSON} {EVENTS}",
    example=EXAMPLE,
)
def stream_game(request: ApiRequest, id: str) -> HttpResponse:  # noqa: A002
    game = get_game_or_404(request.user, id)
    return StreamAnswer(GameStream(request.token, game, is_sse=_wants_events(request)), _last(request))
