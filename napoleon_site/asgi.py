"""Pages and live streams in one process, as `manage.py serve` runs them.

Streams are plain ASGI applications, found by the start of their path before Django sees the request: a streaming view
inside Django would keep a thread and its database connection for as long as a page is open. Pages go over WSGI, which
serves synchronous views about three times as fast as Django's own ASGI handler. A thread is taken for whole requests
only (`.buffering`), and `/healthz` takes none, so that it answers whatever the threads do.
"""

import asyncio
import logging
from io import BytesIO
from typing import Any

from csp.utils import build_policy
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.module_loading import import_string

from infrastructure.response_headers import headers_without_page

from .bodies import Receive, Scope
from .buffering import Buffered, Send
from .views import server_error
from .wsgi import application as wsgi_application

log = logging.getLogger(__name__)

pages = Buffered(
    wsgi_application,
    workers=settings.WEB_THREADS,
    most_bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    # Imported by name, because their imports need Django, which `.wsgi` has set up.
    limit_of=import_string("infrastructure.body_limits.limit_of"),
    network_of=import_string("infrastructure.body_limits.network_of"),
)


class Health:
    """Says at `/healthz` whether this process answers, and whether it should be sent requests.

    It should not while it ends, or if it has lost the database that others reach.
    """

    is_leaving = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, text = 200, b"ok\n"
        if self.is_leaving:
            status, text = 503, b"leaving\n"
        elif contact.is_lost:
            status, text = 503, b"this process has not reached the database for a minute, while others have\n"
        headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
        start: Any = {"type": "http.response.start", "status": status, "headers": headers}
        body: Any = {"type": "http.response.body", "body": text}
        await send(start)
        await send(body)


contact: Any = import_string("staff.processes.contact.contact")
health = Health()

# The start of a path, and the application for it.
STREAMS: dict[str, Any] = {
    "/events/": import_string("games.live.stream.streams"),
    "/healthz": health,
    "/metrics": import_string("staff.metrics.endpoint.metrics"),
}
streams: Any = STREAMS["/events/"]
# Their addresses are among those of the API, whose other operations are pages.
api_streams: Any = import_string("games.api.stream_server.ApiStreams")(streams.hub, wsgi_application.get_response)
api_files: Any = import_string("games.api.file_server.ApiFiles")(wsgi_application.get_response)
start_beats: Any = import_string("staff.processes.beats.start")


# What Django's middleware adds to pages.
HEADERS: list[tuple[bytes, bytes]] = [
    (name.lower().encode(), value.encode()) for name, value in headers_without_page().items()
]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Pass the request on. Where that fails before an answer has begun, answer with the page for failures."""
    start_beats("web", streams.open_streams)
    watched = WatchedSend(send)
    try:
        await _respond(scope, receive, watched)
    except (Exception, asyncio.CancelledError) as error:
        if scope["type"] != "http" or watched.has_begun:
            raise
        if isinstance(error, asyncio.CancelledError):
            # uvicorn itself would answer 500.
            log.warning("This process ends before it has answered: %s", scope["path"])
        else:
            log.exception("A request failed outside of Django: %s", scope["path"])
        await _answer_failure(scope, send)


async def _respond(scope: Scope, receive: Receive, send: Send) -> None:
    scope = _with_plain_headers(scope)
    path = str(scope.get("path", ""))
    for prefix, stream in STREAMS.items():
        if path.startswith(prefix):
            await stream(scope, receive, _with_headers(send))
            return
    await next((api for api in (api_streams, api_files) if api.takes(scope)), pages)(scope, receive, send)


def _with_plain_headers(scope: Any) -> Any:
    """Without headers that have an underscore in their name: WSGI takes it for a hyphen.

    So a visitor could add an `X_Forwarded_For` to that of the proxy, which replaces its own spelling alone.
    """
    headers = [header for header in scope.get("headers", ()) if b"_" not in header[0]]
    return {**scope, "headers": headers}


class WatchedSend:
    """Passes an answer on, and remembers whether it has begun."""

    def __init__(self, send: Send) -> None:
        self.send, self.has_begun = send, False

    async def __call__(self, message: Any) -> None:
        self.has_begun = True
        await self.send(message)


async def _answer_failure(scope: Any, send: Send) -> None:
    """Answer as Django would; called while the error is handled."""
    request = ASGIRequest(scope, BytesIO())
    with translation.override(translation.get_language_from_request(request)):
        page = server_error(request)
    headers = {**headers_without_page(), **page.headers, "Cache-Control": "no-store"}
    headers |= {"Content-Security-Policy": build_policy(), "Connection": "close"}
    head = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    start: Any = {"type": "http.response.start", "status": page.status_code, "headers": head}
    body: Any = {"type": "http.response.body", "body": page.content}
    await send(start)
    await send(body)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return send_with_headers
