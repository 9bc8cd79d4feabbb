"""What a thread keeps from one request to the next."""

from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

from django.core.cache import caches

from napoleon_site.buffering import Buffered
from tests.support.served import serve


def test_a_thread_keeps_its_connection_to_the_cache() -> None:
    used: list[object] = []

    def page(_environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
        start_response("200 OK", [])
        used.append(caches["default"])
        return []

    with serve(Buffered(page, workers=1, most_bytes=1)) as port:
        for _ in range(2):
            urlopen(f"http://127.0.0.1:{port}/", timeout=20).close()
    first, second = used
    assert first is second
