"""Pages and live streams in one process, as `manage.py serve` runs them.

Streams are plain ASGI applications, found by the start of their path before Django sees the request: a streaming view
inside Django would keep a thread and its database connection for as long as a page is open. Pages go over WSGI, which
serves synchronous views about three times as fast as Django's own ASGI handler. A thread is taken for whole requests
only (`.buffering`), and `/healthz` takes none, so that it answers whatever the threads do.
"""

from __future__ import annotations

from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send
from django.conf import settings
from django.utils.module_loading import import_string

from .buffering import Buffered
from .middleware import headers_without_page
from .wsgi import application as wsgi_application

# Both sides speak WSGI, in type hints that differ.
wsgi: Any = wsgi_application
pages: ASGIApp = Buffered(
    WSGIMiddleware(wsgi, workers=settings.WEB_THREADS), most_bytes=settings.MAX_REQUEST_BYTES
)


async def healthz(scope: Scope, receive: Receive, send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    start: Any = {"type": "http.response.start", "status": 200, "headers": headers}
    body: Any = {"type": "http.response.body", "body": b"ok\n"}
    await send(start)
    await send(body)


# The start of a path, and the application for it.
STREAMS: dict[str, ASGIApp] = {
    # Imported by name, because its imports need Django, which `.wsgi` has set up.
    "/events/": import_string("games.live.stream.streams"),
    "/healthz": healthz,
}


# What Django's middleware adds to pages.
HEADERS: list[tuple[bytes, bytes]] = [
    (name.lower().encode(), value.encode()) for name, value in headers_without_page().items()
]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    path = str(scope.get("path", ""))
    for prefix, stream in STREAMS.items():
        if path.startswith(prefix):
            return await stream(scope, receive, _with_headers(send))
    return await pages(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return send_with_headers
