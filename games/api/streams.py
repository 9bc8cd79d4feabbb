"""Streams: what their readers have been sent, and what comes next, read for many of them at once.

An operation lets the reader in and answers with the first lines. The process that serves pages goes on from there
(`games/api/stream_server.py`). Behind another server the answer ends with the lines that there are.
"""

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.access import get_game_or_404, may_look
from games.api.router import router
from games.api.stream_lines import (
    OVERLAP,
    GameNews,
    GamePosition,
    OwnPosition,
    SeatLogs,
    game_greeting,
    game_now,
    game_position,
    games_of_people,
    is_too_old,
    lines_of_people,
    own_greeting,
    own_now,
    own_position,
    read_games,
)
from games.kernel.events import LogMisfit
from games.kernel.game_queries import game_with_seats
from games.models import Game
from infrastructure.api.operations import operation
from players.api.door import ApiRequest, Needs, are_valid
from players.api.models import ApiToken, Scope
from players.oauth.apps import AppToken

log = logging.getLogger(__name__)

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
        self.is_behind = False
        """Whether there was more than could be read at once."""

    def greeting(self, last: str | None) -> list[Json]:
        """The first line of a stream that begins now; none where it goes on after an id."""
        raise NotImplementedError

    @property
    def sign_of_life(self) -> str:
        return ":\n\n" if self.is_sse else "\n"


class GameFeed:
    """What is known of a game, shared by all of a process who follow it."""

    def __init__(self) -> None:
        self.logs: SeatLogs = {}


class GameStream(Stream):
    def __init__(self, token: ApiToken | AppToken, game: Game, *, is_sse: bool) -> None:
        super().__init__(token, is_sse=is_sse)
        self.slug, self.feed = game.slug, GameFeed()
        self.position = game_now(game, self.user)
        self.chat_read = 0
        """The last line of chat that was read for it, perhaps one that its reader may not see: so no id tells it."""

    def greeting(self, last: str | None) -> list[Json]:
        game = game_with_seats(self.slug)
        if last is None:
            return [game_greeting("hello", game, self.position)]
        position = game_position(last)
        if position is None or is_too_old(position.at) or position.seq > game.seq:
            return [game_greeting("reset", game, self.position)]
        self.position = position
        return []


class OwnStream(Stream):
    def __init__(self, token: ApiToken | AppToken, *, is_sse: bool) -> None:
        super().__init__(token, is_sse=is_sse)
        self.start = own_now()
        self.read_at = self.start.at
        self.sent: dict[str, datetime] = {}
        """The ids of this connection with their times: what is read twice is sent once."""
        self.slugs: set[str] = set()
        """The games that it listens to."""

    def greeting(self, last: str | None) -> list[Json]:
        if last is None:
            return [own_greeting("hello", self.start)]
        position = own_position(last)
        if position is None or is_too_old(position.at):
            return [own_greeting("reset", self.start)]
        self.start, self.read_at = position, position.at
        return []

    @property
    def since(self) -> datetime:
        """From when on to read; what is committed late has an earlier time than what is known."""
        return max(self.start.at, self.read_at - OVERLAP)

    def new_of(self, lines: Iterable[tuple[OwnPosition, Json]], read_at: datetime) -> list[Json]:
        """Those that were not sent."""
        new = [(position, line) for position, line in lines if position > self.start and position.id not in self.sent]
        self.read_at = max(self.read_at, read_at)
        self.sent |= {position.id: position.at for position, _line in new}
        self.sent = {name: at for name, at in self.sent.items() if at >= self.since}
        return [line for _position, line in new]


# --- Reading for many streams at once ---


def news_of(streams: Sequence[Stream]) -> list[str]:
    """For each stream what its reader does not know yet, as text. What several wait for is read once."""
    for stream, is_valid in zip(streams, are_valid([stream.token for stream in streams]), strict=True):
        # A token that was ended ends the stream.
        stream.is_over = not is_valid
    open_ones = [stream for stream in streams if not stream.is_over]
    of_games = [stream for stream in open_ones if isinstance(stream, GameStream)]
    before = [(stream.position, stream.chat_read) for stream in of_games]
    try:
        texts = _of_games(of_games) | _of_people([stream for stream in open_ones if isinstance(stream, OwnStream)])
    except Exception:
        # What was read already is lost with the error, and is read again.
        for stream, (position, chat_read) in zip(of_games, before, strict=True):
            stream.position, stream.chat_read, stream.is_over = position, chat_read, False
        raise
    return [texts.get(id(stream), "") for stream in streams]


def _of_games(streams: Sequence[GameStream]) -> dict[int, str]:
    followers = defaultdict[str, list[GameStream]](list)
    for stream in streams:
        followers[stream.slug].append(stream)
    chats = {slug: min(max(it.position.chat, it.chat_read) for it in those) for slug, those in followers.items()}
    read = read_games({slug: (chats[slug], those[0].feed.logs) for slug, those in followers.items()})
    texts: dict[int, str] = {}
    for slug, those in followers.items():
        try:
            texts |= _of_game(read.get(slug), those)
        except LogMisfit:
            log.exception("A stream could not read the log of %s", slug)
            _end(those)
    return texts


def _of_game(news: GameNews | None, streams: Iterable[GameStream]) -> dict[int, str]:
    told: dict[Any, tuple[GamePosition, str]] = {}
    texts = {}
    for stream in streams:
        if news is None or not may_look(stream.user.pk, news.game):
            _end([stream])
            continue
        same = (news.audience(stream.user), stream.position, stream.is_sse)
        if same not in told:
            lines = list(news.after(stream.user, stream.position))
            position = lines[-1][0] if lines else stream.position
            told[same] = position, written((line for _position, line in lines), is_sse=stream.is_sse)
        stream.position, texts[id(stream)] = told[same]
        if news.is_cut and news.messages:
            # What the reader may not see would be read again and again.
            stream.chat_read = news.messages[-1].pk
        stream.is_behind, stream.is_over = news.is_cut, news.game.is_over and not news.is_cut
    return texts


def _end(streams: Iterable[Stream]) -> None:
    for stream in streams:
        stream.is_over = True


def _of_people(streams: Sequence[OwnStream]) -> dict[int, str]:
    if not streams:
        return {}
    since: dict[int, datetime] = {}
    for stream in streams:
        since[stream.user.pk] = min(stream.since, since.get(stream.user.pk, stream.since))
    now, texts = timezone.now(), {}
    games = games_of_people(list(since))
    lines = lines_of_people(since)
    for stream in streams:
        stream.slugs = games[stream.user.pk]
        own = [one for one in lines.get(stream.user.pk, ()) if one[0].at >= stream.since]
        texts[id(stream)] = written(stream.new_of(own, now), is_sse=stream.is_sse)
    return texts


def written(lines: Iterable[Json], *, is_sse: bool) -> str:
    return "".join(map(_as_event if is_sse else _as_line, lines))


def _as_line(line: Json) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _as_event(line: Json) -> str:
    return f"id: {line['id']}\nevent: {line['type']}\ndata: {json.dumps(line, ensure_ascii=False)}\n\n"


# --- The operations ---


class StreamAnswer(HttpResponse):
    """The beginning of a stream."""

    def __init__(self, stream: Stream, last: str | None) -> None:
        kind = EVENTS if stream.is_sse else NDJSON
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        text = written(stream.greeting(last), is_sse=stream.is_sse) + news_of([stream])[0]
        super().__init__(text, content_type=f"{kind}; charset=utf-8", headers=headers)
        self.stream = stream


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
def stream_game(request: ApiRequest, id: str) -> HttpResponse:
    game = get_game_or_404(request.user, id)
    return StreamAnswer(GameStream(request.token, game, is_sse=_wants_events(request)), _last(request))
