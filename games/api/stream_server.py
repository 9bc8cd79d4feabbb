"""Streams of the API: an operation lets the reader in, then this ASGI application sends what happens.

Like the streams of pages (`games/live/stream.py`), an open one holds neither a thread nor a database connection, and it
learns of changes at the same moments. A pulse reads for all streams that wait for something at once: however many
follow a game, it is read once.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from io import BytesIO
from typing import Any, Final
from weakref import WeakValueDictionary

from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _

from games.api.stream_places import Place, StreamPlaces
from games.api.streams import GameFeed, GameStream, OwnStream, Stream, StreamAnswer, news_of
from games.live.stream import LONGEST, Hub, OpenPage, in_thread, wait_for_disconnect
from infrastructure import broadcast
from infrastructure.api.problems import Problem

log = logging.getLogger(__name__)

PATHS: Final = re.compile(r"/api/v1/(?:games/[A-Za-z0-9_-]{1,16}/)?stream")
RENEW: Final = 20.0
"""In seconds, well below the time after which a place runs out."""
TRY_AGAIN: Final = 1.0
"""In seconds, after the database could not be read."""
HEARTBEAT: Final = 12.0
"""In seconds; every reader is promised a sign of life after 15."""
CHECK: Final = 60.0
"""In seconds: how long a stream goes unread, in case a message was lost or its token was ended."""
AT_A_TIME: Final = 100
"""Games and people that are read together."""


class Reader(OpenPage):
    """An open stream, what is still to be sent to it, and whether it waits for more."""

    __slots__ = ("is_behind", "pulse", "read_at", "stream", "text")

    def __init__(self, stream: Stream, pulse: "Pulse") -> None:
        super().__init__()
        self.stream, self.pulse, self.text = stream, pulse, ""
        self.read_at = 0.0
        self.is_behind = False
        """Whether something changed while it still had text to send."""

    @property
    def subject(self) -> object:
        """What is read for it: with others who have the same, it is read once."""
        return self.stream.slug if isinstance(self.stream, GameStream) else self.stream.user.pk

    def notify(self, seq: int) -> None:
        self.pulse.want(self)

    def catch_up(self, seq: int) -> None:
        if isinstance(self.stream, GameStream) and self.stream.position.seq < seq:
            self.pulse.want(self)

    def give(self, text: str) -> None:
        self.text += text
        self.changed.set()

    def take(self) -> str:
        text, self.text = self.text, ""
        if self.is_behind:
            self.is_behind = False
            self.pulse.want(self)
        return text


class Pulse:
    """Reads what is new for the streams that wait for it, one batch after the other, in one thread.

    Who comes while a batch is read waits for the next one: the more happens, the more is read together.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.waiting: dict[Reader, None] = {}
        self.readers: dict[Reader, None] = {}
        self.feeds: WeakValueDictionary[str, GameFeed] = WeakValueDictionary()
        self.work: asyncio.Task[None] | None = None
        self.checks: asyncio.Task[None] | None = None

    @contextmanager
    def open(self, stream: Stream) -> Iterator[Reader]:
        reader = Reader(stream, self)
        if isinstance(stream, GameStream):
            # The feed is kept by those who share it.
            stream.feed = self.feeds.setdefault(stream.slug, stream.feed)
        with self.hub.open(*_heard_by(stream), page=reader):
            self.readers[reader] = None
            if self.checks is None:
                self.checks = asyncio.create_task(self._check())
            try:
                yield reader
            finally:
                del self.readers[reader]
                self.waiting.pop(reader, None)
                if not self.readers and self.checks is not None:
                    self.checks.cancel()
                    self.checks = None

    def want(self, reader: Reader) -> None:
        """Read for it with the next batch; if it still has text to send, after that."""
        if reader.text:
            reader.is_behind = True
            return
        self.waiting[reader] = None
        if self.work is None:
            self.work = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while self.waiting:
                await self._read_batch(self._next_batch())
        finally:
            self.work = None

    def _next_batch(self) -> list[Reader]:
        batch, subjects = [], set[object]()
        for reader in self.waiting:
            if reader.subject not in subjects and len(subjects) == AT_A_TIME:
                continue
            subjects.add(reader.subject)
            batch.append(reader)
        for reader in batch:
            del self.waiting[reader]
        return batch

    async def _read_batch(self, batch: list[Reader]) -> None:
        try:
            texts = await in_thread(news_of, [reader.stream for reader in batch])
        except (OperationalError, InterfaceError) as error:
            # The database is away for a moment; readers need not come back for that.
            log.warning("Streams could not read what has changed: %s", error)
            await asyncio.sleep(TRY_AGAIN)
            self.waiting |= dict.fromkeys(reader for reader in batch if reader in self.readers)
            return
        except Exception:
            log.exception("Streams could not be read")
            for reader in batch:
                reader.close()
            return
        now = asyncio.get_running_loop().time()
        for reader, text in zip(batch, texts, strict=True):
            reader.read_at = now
            if reader in self.readers:
                self.hub.follow(reader, _heard_by(reader.stream))
                reader.give(text)
                if reader.stream.is_behind:
                    self.want(reader)

    async def _check(self) -> None:
        """Regularly read what nobody has announced."""
        while True:
            await asyncio.sleep(1)
            before = asyncio.get_running_loop().time() - CHECK
            for reader in self.readers:
                if reader.read_at < before:
                    self.want(reader)


class ApiStreams:
    """The ASGI application. ``answer`` is the site's own way to answer a request."""

    def __init__(self, hub: Hub, answer: Callable[[ASGIRequest], HttpResponseBase]) -> None:
        self.pulse, self.answer, self.places = Pulse(hub), answer, StreamPlaces()
        self.renewals: asyncio.Task[None] | None = None

    def takes(self, scope: Any) -> bool:
        return scope.get("method") == "GET" and PATHS.fullmatch(str(scope.get("path", ""))) is not None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = ASGIRequest(scope, BytesIO())
        response = await in_thread(self.answer, request)
        if not isinstance(response, StreamAnswer) or response.status_code != 200:
            await send_whole(response, send)
            return
        stream = response.stream
        async with self._place(stream.user.pk) as place:
            if place is None:
                await send_whole(_too_many(request), send)
                return
            with self.pulse.open(stream) as reader:
                await self.pulse.hub.ready()
                await _start(response, send)
                # Neither is needed while the stream is open.
                del request, response
                await _stream(reader, receive, send)

    @asynccontextmanager
    async def _place(self, user_id: int) -> AsyncIterator[Place | None]:
        """A place among the person's streams; None if they have too many."""
        place = await in_thread(self.places.take, user_id)
        if place is None:
            yield None
            return
        if self.renewals is None:
            self.renewals = asyncio.create_task(self._renew())
        try:
            yield place
        finally:
            await in_thread(self.places.free, place)

    async def _renew(self) -> None:
        while self.places.held:
            await asyncio.sleep(RENEW)
            await in_thread(self.places.renew)
        self.renewals = None


async def _stream(reader: Reader, receive: Any, send: Any) -> None:
    disconnect = asyncio.create_task(wait_for_disconnect(receive, reader))
    try:
        # What happened before the stream listened.
        reader.notify(0)
        await _send_changes(reader, send)
        await send({"type": "http.response.body"})
    finally:
        disconnect.cancel()


async def _send_changes(reader: Reader, send: Any) -> None:
    """Send what was read for it, and signs of life in between, until the reader leaves."""
    loop = asyncio.get_running_loop()
    end, stream = loop.time() + LONGEST, reader.stream
    while loop.time() < end:
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await reader.changed.wait()
        reader.changed.clear()
        if reader.closed:
            return
        is_over, text = stream.is_over, reader.take()
        await _send(send, text or stream.sign_of_life)
        if is_over:
            return


def _heard_by(stream: Stream) -> list[str]:
    """What a stream listens to."""
    if isinstance(stream, GameStream):
        return [stream.slug]
    games = stream.slugs if isinstance(stream, OwnStream) else ()
    return [broadcast.channel_of(stream.user.pk), *games]


def _too_many(request: ASGIRequest) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = _("You have eight streams open. Close one first.")
    return Problem(429, "too_many_streams", text, Retry_After="5").response()


async def _start(response: HttpResponse, send: Any) -> None:
    names = [(name, value) for name, value in response.items() if name != "Content-Length"]
    await send({"type": "http.response.start", "status": 200, "headers": encoded(names)})
    await send({"type": "http.response.body", "body": response.content, "more_body": True})


async def send_whole(response: Any, send: Any) -> None:
    headers = encoded(response.items())
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def encoded(headers: Any) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _send(send: Any, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
