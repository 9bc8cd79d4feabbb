"""`/metrics`, for holders of the token.

A plain ASGI application in front of Django, like the live streams: it answers when all threads for pages are
busy, and under any host name that Prometheus uses.
"""

from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.utils.crypto import constant_time_compare


async def metrics(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the metrics; 404 if there are none, 401 without the token."""
    if not settings.METRICS_TOKEN or scope["path"] != "/metrics":
        await _answer(send, 404)
    elif scope["method"] != "GET":
        await _answer(send, 405)
    elif not _is_allowed(scope):
        await _answer(send, 401)
    else:
        # Reading takes a separate thread, one at a time.
        body, kind = await sync_to_async(_read_and_close, thread_sensitive=True)()
        await _answer(send, 200, body, kind)


def _is_allowed(scope: Any) -> bool:
    given = dict(scope["headers"]).get(b"authorization", b"")
    return constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}".encode())


def read() -> tuple[bytes, str]:
    """The metrics as text, and the content type."""
    # A site without metrics does not load the library.
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    from staff.metrics.instruments import folder
    from staff.metrics.site_collector import SiteCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder()))  # type: ignore[no-untyped-call]  # the library's own
    registry.register(SiteCollector())
    return generate_latest(registry), CONTENT_TYPE_LATEST


def _read_and_close() -> tuple[bytes, str]:
    """As `read`, but closes the thread's connections."""
    try:
        return read()
    finally:
        connections.close_all()


async def _answer(send: Any, status: int, body: bytes = b"", kind: str = "text/plain") -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
