"""Whole requests in, whole responses out: a slow sender or a slow reader holds a connection, but never a thread.

A body is read before the application is called, and a response is sent after the application has returned. Both have
limits of size and time. What is longer than a form waits in a temporary file.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

# In bytes: this much of a body or response is kept in memory.
IN_MEMORY: Final = 64 * 1024
CHUNK: Final = 64 * 1024
# In seconds: how long a body may take, however short it is.
PATIENCE: Final = 20.0
# In bytes per second: a longer body has more time, as long as it would arrive at this speed.
SLOWEST: Final = 32 * 1024
# In seconds: how long a reader may take for one chunk of a response.
READING_PATIENCE: Final = 60.0


class Buffered:
    """An ASGI application that calls another one once the request is complete.

    A request that declares no length has no body, and one that declares more than ``most_bytes`` is passed on without
    it: the application refuses it unread.
    """

    def __init__(self, app: ASGIApp, *, most_bytes: int, patience: float = PATIENCE) -> None:
        self.app, self.most_bytes, self.patience = app, most_bytes, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = _declared_length(scope)
        with _temporary_file() as body, _temporary_file() as response:
            if 0 < length <= self.most_bytes:
                try:
                    async with asyncio.timeout(self.patience + length / SLOWEST):
                        is_complete = await _store_body(receive, body)
                except TimeoutError:
                    await refuse(send, 408)
                    return
                if not is_complete:
                    return
            answer = Answer(response)
            await self.app(scope, BodyReader(body).receive, answer.store)
            await answer.send(send)


class BodyReader:
    """A stored body, as the application receives it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.file.seek(0)

    async def receive(self) -> Any:
        chunk = self.file.read(CHUNK)
        return {"type": "http.request", "body": chunk, "more_body": len(chunk) == CHUNK}


class Answer:
    """A response that is stored while the application makes it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.start: Any = None
        self.file = file
        self.error: OSError | None = None
        """Why the rest was not stored. The application is not told: it waits until each piece has been taken."""

    async def store(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        elif self.error is None:
            try:
                self.file.write(message.get("body", b""))
            except OSError as error:
                self.error = error

    async def send(self, send: Send) -> None:
        """Send the response; give up on a reader who takes none of it for too long."""
        if self.error is not None:
            raise self.error
        # Writes what is still to be written, so before the response begins.
        self.file.seek(0)
        await send(self.start)
        more = True
        with suppress(TimeoutError):
            while more:
                chunk = self.file.read(CHUNK)
                more = len(chunk) == CHUNK
                message: Any = {"type": "http.response.body", "body": chunk, "more_body": more}
                async with asyncio.timeout(READING_PATIENCE):
                    await send(message)


async def refuse(send: Send, status: int) -> None:
    """Answer without a page, and close the connection."""
    headers = [
        (b"content-length", b"0"),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
    ]
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    end: Any = {"type": "http.response.body"}
    await send(start)
    await send(end)


async def _store_body(receive: Receive, file: IO[bytes]) -> bool:
    """Read the body; whether it came to its end."""
    while True:
        message: Any = await receive()
        if message["type"] != "http.request":
            return False
        file.write(message.get("body", b""))
        if not message.get("more_body"):
            return True


def _declared_length(scope: Any) -> int:
    """The length of the body in bytes; the server has refused what is no number."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)


def _temporary_file() -> IO[bytes]:
    return SpooledTemporaryFile(max_size=IN_MEMORY)
