"""Whole requests in, whole responses out: a slow sender or a slow reader holds a connection, but never a thread.

A body is read before the application is called, and a response is sent after the application has returned. Both have
limits of size and time. What is longer than a form waits in a temporary file.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, TypeAlias

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

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]


class Buffered:
    """An ASGI application that calls a WSGI application in a thread once the request is complete.

    A request that declares no length has no body, and one that declares more than ``most_bytes`` is passed on without
    it: the application refuses it unread.
    """

    def __init__(
        self, app: Callable[..., Iterable[bytes]], *, workers: int, most_bytes: int, patience: float = PATIENCE
    ) -> None:
        self.app, self.most_bytes, self.patience = app, most_bytes, patience
        self.executor = ThreadPoolExecutor(workers, thread_name_prefix="WSGI")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        length = next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
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
                body.seek(0)
            call = asyncio.get_running_loop().run_in_executor
            start = await call(self.executor, copy_context().run, self._answer, _environ(scope, body), response)
            await _send(start, response, send)

    def _answer(self, environ: dict[str, Any], response: IO[bytes]) -> Any:
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


async def _send(start: Any, response: IO[bytes], send: Send) -> None:
    """Send the response; give up on a reader who takes none of it for too long."""
    await send(start)
    more = True
    with suppress(TimeoutError):
        while more:
            chunk = response.read(CHUNK)
            more = len(chunk) == CHUNK
            message = {"type": "http.response.body", "body": chunk, "more_body": more}
            async with asyncio.timeout(READING_PATIENCE):
                await send(message)


def _environ(scope: Scope, body: IO[bytes]) -> dict[str, Any]:
    """The request as WSGI has it."""
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
    return environ


async def refuse(send: Send, status: int) -> None:
    """Answer without a page, and close the connection."""
    headers = [(b"content-length", b"0"), (b"connection", b"close"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


async def _store_body(receive: Receive, file: IO[bytes]) -> bool:
    """Read the body; whether it came to its end."""
    while True:
        message: Any = await receive()
        if message["type"] != "http.request":
            return False
        file.write(message.get("body", b""))
        if not message.get("more_body"):
            return True


def _temporary_file() -> IO[bytes]:
    return SpooledTemporaryFile(max_size=IN_MEMORY)
