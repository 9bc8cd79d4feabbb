"""Whole requests in, whole responses out: a slow sender or a slow reader holds a connection, but never a thread.

A body is read before the application is called (`.bodies`), and a response is sent after the application has returned.
Both have limits of size and time. What is longer than most pages and forms waits in a temporary file.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, TypeAlias

from infrastructure.body_room import REFUSAL

from .bodies import PATIENCE, Bodies, Receive, Received, Scope, SenderLeft, TooSlow, forget_rest

log = logging.getLogger(__name__)

# In bytes: this much of a body or response is kept in memory.
IN_MEMORY: Final = 64 * 1024
CHUNK: Final = 64 * 1024
# In seconds: how long a reader may take for one chunk of a response.
READING_PATIENCE: Final = 60.0

Environ: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Any], Awaitable[None]]


class Buffered:
    """An ASGI application that calls a WSGI application in a thread once the request is complete.

    A body of more than ``most_bytes`` is read only if ``limit_of`` allows it, which is called in a thread as well. A
    request whose body was left unread is passed on: the application refuses it.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        *,
        workers: int,
        most_bytes: int,
        limit_of: Callable[[Environ], int] | None = None,
        network_of: Callable[[Environ], str] = lambda environ: str(environ["REMOTE_ADDR"]),
        patience: float = PATIENCE,
    ) -> None:
        self.app, self.most_bytes = app, most_bytes
        self.executor = ThreadPoolExecutor(workers, thread_name_prefix="WSGI")
        self.bodies = Bodies(
            most_bytes,
            limit_of=lambda scope: self._in_thread(limit_of or (lambda _environ: most_bytes), _environ(scope)),
            network_of=lambda scope: network_of(_environ(scope)),
            patience=patience,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        with _temporary_file() as response:
            try:
                start, is_read = await self._respond(scope, receive, response)
            except TooSlow:
                await refuse(send, 408)
            except SenderLeft:
                pass
            else:
                await _send(start, response, send, None if is_read else receive)

    async def _respond(self, scope: Scope, receive: Receive, response: IO[bytes]) -> tuple[Any, bool]:
        """Store the response; return how it begins, and whether the body of the request was read."""
        with _temporary_file() as body, ExitStack() as room:
            received = await self.bodies.receive(scope, receive, body, room)
            start = await self._in_thread(self._answer, _environ(scope, body, received), response)
            return start, received.is_read

    def _in_thread(self, work: Callable[..., Any], *args: Any) -> Awaitable[Any]:
        # In the thread's own context, where Django keeps a connection to the cache from one request to the next.
        return asyncio.get_running_loop().run_in_executor(self.executor, work, *args)

    def _answer(self, environ: Environ, response: IO[bytes]) -> Any:
        """Store the response; return how it begins."""
        start: dict[str, Any] = {"type": "http.response.start"}

        def start_response(
            status: str, headers: list[tuple[str, str]], _exc_info: Any = None
        ) -> Callable[[bytes], object]:
            start["status"] = int(status.partition(" ")[0])
            start["headers"] = [
                # Django begins the value of a cookie with a space, which h11 refuses.
                (name.lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ]
            return response.write

        pieces = self.app(environ, start_response)
        try:
            for piece in pieces:
                response.write(piece)
        finally:
            getattr(pieces, "close", lambda: None)()
        # Writes what is still to be written, so before the response begins.
        response.seek(0)
        return start


async def _send(start: Any, response: IO[bytes], send: Send, unread: Receive | None) -> None:
    """Send the response; give up on a reader who takes none of it for too long.

    ``unread`` is the rest of a body that nobody reads, after which the connection ends.
    """
    if unread:
        start["headers"] += [(b"connection", b"close")]
    await send(start)
    more = True
    with suppress(TimeoutError):
        while more:
            chunk = response.read(CHUNK)
            more = len(chunk) == CHUNK
            message = {"type": "http.response.body", "body": chunk, "more_body": more or unread is not None}
            async with asyncio.timeout(READING_PATIENCE):
                await send(message)
    if unread:
        await forget_rest(unread)
        await send({"type": "http.response.body"})


def _environ(scope: Scope, body: IO[bytes] | None = None, received: Received | None = None) -> Environ:
    """The request as WSGI has it."""
    body = body or BytesIO()
    body.seek(0)
    host, port = scope.get("server") or ("localhost", 80)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ | _of_body(received or Received(None))


def _of_body(received: Received) -> Environ:
    length = {} if received.length is None else {"CONTENT_LENGTH": str(received.length)}
    return length | ({} if received.refusal is None else {REFUSAL: received.refusal})


async def refuse(send: Send, status: int) -> None:
    """Answer without a page, and close the connection."""
    headers = [(b"content-length", b"0"), (b"connection", b"close"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


def _temporary_file() -> IO[bytes]:
    return SpooledTemporaryFile(max_size=IN_MEMORY)
