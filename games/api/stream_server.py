"""Streams of the API: an operation lets the reader in, then this ASGI application sends what happens.

Like the streams of pages (`games/live/stream.py`), an open one holds neither a thread nor a database connection, and it
learns of changes at the same moments.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _

from games.api.streams import Stream, StreamAnswer
from games.live.stream import LONGEST, Hub, OpenPage, in_thread, wait_for_disconnect
from infrastructure.api.problems import Problem

log = logging.getLogger(__name__)

PATHS: Final = re.compile(r"/api/v1/(?:games/[A-Za-z0-9_-]{1,16}/)?stream")
MOST: Final = 8
"""Open streams of one person."""
TRY_AGAIN: Final = 1.0
"""In seconds, after the database could not be read."""
HEARTBEAT: Final = 10.0
"""In seconds; every reader is promised a sign of life after 15."""


class ApiStreams:
    """The ASGI application. ``answer`` is the site's own way to answer a request."""

    def __init__(self, hub: Hub, answer: Callable[[ASGIRequest], HttpResponseBase]) -> None:
        self.hub, self.answer = hub, answer
        self.open: Counter[int] = Counter()

    def takes(self, scope: Any) -> bool:
        return scope.get("method") == "GET" and PATHS.fullmatch(str(scope.get("path", ""))) is not None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = ASGIRequest(scope, BytesIO())
        response = await in_thread(self.answer, request)
        if not isinstance(response, StreamAnswer) or response.status_code != 200:
            await _send_whole(response, send)
            return
        with self._admitted(response.stream.user.pk) as may:
            if may:
                await self._stream(response, receive, send)
            else:
                await _send_whole(_too_many(request), send)

    @contextmanager
    def _admitted(self, user_id: int) -> Iterator[bool]:
        """Count the person's streams; yield whether they may have this one."""
        self.open[user_id] += 1
        try:
            yield self.open[user_id] <= MOST
        finally:
            self.open[user_id] -= 1
            if not self.open[user_id]:
                del self.open[user_id]

    async def _stream(self, response: StreamAnswer, receive: Any, send: Any) -> None:
        stream: Stream = response.stream
        with self.hub.open(*await in_thread(_slugs, stream)) as page:
            disconnect = asyncio.create_task(wait_for_disconnect(receive, page))
            try:
                await self.hub.ready()
                await _start(response, send)
                # What happened before the stream listened.
                page.changed.set()
                await self._send_changes(stream, page, send)
                await send({"type": "http.response.body"})
            finally:
                disconnect.cancel()

    async def _send_changes(self, stream: Stream, page: OpenPage, send: Any) -> None:
        """Send what is new at every change, and signs of life in between, until the reader leaves."""
        end = asyncio.get_running_loop().time() + LONGEST
        while not stream.is_over and asyncio.get_running_loop().time() < end:
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await page.changed.wait()
            if page.closed:
                return
            page.changed.clear()
            try:
                text, slugs = await in_thread(_next, stream)
            except OperationalError as error:
                # The database is away for a moment; a reader need not come back for that.
                log.warning("A stream could not read what has changed: %s", error)
                await asyncio.sleep(TRY_AGAIN)
                page.changed.set()
                continue
            self.hub.follow(page, slugs)
            await _send(send, text or stream.sign_of_life)


def _slugs(stream: Stream) -> list[str]:
    return list(stream.slugs())


def _next(stream: Stream) -> tuple[str, list[str]]:
    """The next lines, and what the stream listens to from then on."""
    return stream.more(), _slugs(stream)


def _too_many(request: ASGIRequest) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = _("You have eight streams open. Close one first.")
    return Problem(429, "too_many_streams", text, Retry_After="5").response()


async def _start(response: HttpResponse, send: Any) -> None:
    names = [(name, value) for name, value in response.items() if name != "Content-Length"]
    await send({"type": "http.response.start", "status": 200, "headers": _encoded(names)})
    await send({"type": "http.response.body", "body": response.content, "more_body": True})


async def _send_whole(response: Any, send: Any) -> None:
    headers = _encoded(response.items())
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _encoded(headers: Any) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _send(send: Any, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
