"""Long answers of the API, sent as they are read: an archive of any size takes no more memory than a small one.

Pages are stored whole before they are sent (`napoleon_site/buffering.py`), which would keep a reader of a million deals
waiting for minutes. Between two pieces an answer holds neither a thread nor a database connection.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from games.api.stream_server import encoded, send_whole
from games.live.stream import OpenPage, in_thread, wait_for_disconnect

PATHS: Final = frozenset({"/api/v1/archive.ndjson"})
PATIENCE: Final = 60.0
"""In seconds: how long a reader may take for one piece."""


class ApiFiles:
    """The ASGI application. ``answer`` is the site's own way to answer a request."""

    def __init__(self, answer: Callable[[ASGIRequest], HttpResponseBase]) -> None:
        self.answer = answer

    def takes(self, scope: Any) -> bool:
        return scope.get("method") == "GET" and scope.get("path") in PATHS

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = ASGIRequest(scope, BytesIO())
        response = await in_thread(self.answer, request)
        if not isinstance(response, StreamingHttpResponse):
            await send_whole(response, send)
            return
        reader = OpenPage()
        leaving = asyncio.create_task(wait_for_disconnect(receive, reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": encoded(response.items())})
            await _send_pieces(response, translation.get_language_from_request(request), reader, send)
        finally:
            leaving.cancel()
            await in_thread(response.close)


async def _send_pieces(response: StreamingHttpResponse, language: str, reader: OpenPage, send: Any) -> None:
    """Send it piece by piece, until a reader leaves or takes none of it for too long."""
    pieces: Iterator[bytes] = iter(response)
    with suppress(TimeoutError):
        while not reader.closed:
            piece = await in_thread(_next, pieces, language)
            async with asyncio.timeout(PATIENCE):
                await send({"type": "http.response.body", "body": piece or b"", "more_body": piece is not None})
            if piece is None:
                return


def _next(pieces: Iterator[bytes], language: str) -> bytes | None:
    with translation.override(language):
        return next(pieces, None)
