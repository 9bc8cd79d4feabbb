"""Slow senders and slow readers hold connections, and nobody waits for them: a real server with a single thread."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.cookies import SimpleCookie
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.test import Client

from napoleon_site import asgi, buffering, web
from napoleon_site.buffering import Buffered
from tests.support.served import serve

MOST_BYTES = 4_000_000
HALF_A_POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf="
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: loc"
BLOCK = b"x" * 50_000
BLOCKS = 600


def echo(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
    """A WSGI application: it returns the body, and at /long a very long answer in blocks."""
    cookie = SimpleCookie({"seen": "yes"})["seen"]
    # Django writes cookies this way, with a leading space that HTTP forbids.
    start_response("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", cookie.output(header=""))])
    if environ["PATH_INFO"] == "/long":
        return [BLOCK] * BLOCKS
    return [environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))]


@contextmanager
def served(patience: float = 60) -> Iterator[int]:
    """Serve with one thread, as the web process does; yields the port."""
    with serve(Buffered(echo, workers=1, most_bytes=MOST_BYTES, patience=patience)) as port:
        yield port


def slow(port: int, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(sent)
    return connection


def answer(port: int, path: str = "/", data: bytes | None = b"hello") -> bytes:
    with urlopen(Request(f"http://127.0.0.1:{port}{path}", data), timeout=20) as response:
        return bytes(response.read())


def test_cookies_reach_the_reader() -> None:
    with served() as port, urlopen(f"http://127.0.0.1:{port}/", timeout=20) as response:
        assert response.headers["Set-Cookie"] == "seen=yes"


def all_of(connection: socket.socket) -> bytes:
    """Everything that comes until the server closes the connection."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("sent", [HALF_A_POST, HALF_A_HEAD, b""])
def test_half_a_request_holds_no_thread(sent: bytes) -> None:
    with served() as port, ExitStack() as connections:
        for _ in range(50):
            connections.enter_context(slow(port, sent))
        assert answer(port) == b"hello"


def test_an_unread_answer_holds_no_thread() -> None:
    with served() as port, ExitStack() as connections:
        for _ in range(5):
            connections.enter_context(slow(port, b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        assert answer(port) == b"hello"
        assert answer(port, "/long", None) == BLOCK * BLOCKS


def test_a_body_that_takes_too_long_is_answered_and_cut_off() -> None:
    with served(patience=0.2) as port, slow(port, HALF_A_POST) as connection:
        assert all_of(connection).startswith(b"HTTP/1.1 408 ")


def test_a_head_that_takes_too_long_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "HEAD_PATIENCE", 0.2)
    with served() as port, slow(port, HALF_A_HEAD) as connection:
        assert all_of(connection) == b""
    # After a whole request too, when the next one only drips in.
    whole = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with served() as port, slow(port, whole) as connection:
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(b"G")
        all_of(connection)


@pytest.mark.parametrize("size", [0, 1, buffering.CHUNK, 3 * buffering.CHUNK + 1, MOST_BYTES])
def test_a_whole_body_arrives_whole(size: int) -> None:
    with served() as port:
        assert answer(port, data=b"x" * size) == b"x" * size


def test_a_body_over_the_limit_is_not_read() -> None:
    with served() as port:
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {MOST_BYTES + 1}\r\n\r\n"
        with slow(port, head.encode()) as connection:
            assert connection.recv(12) == b"HTTP/1.1 200"


def test_who_leaves_before_the_end_of_the_body_is_not_answered() -> None:
    called = []

    def application(*request: Any) -> list[bytes]:
        called.append(request)
        return []

    async def leave() -> dict[str, str]:
        return {"type": "http.disconnect"}

    scope: Any = {"type": "http", "headers": [(b"content-length", b"5")]}
    asyncio.run(Buffered(application, workers=1, most_bytes=9)(scope, leave, leave))
    assert not called


def test_the_health_check_takes_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is answered in front of the pages, and as the page of the same address answers it."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("It has no body to read.")

    monkeypatch.setattr(asgi, "pages", None)
    scope: Any = {"type": "http", "path": "/healthz", "headers": []}
    asyncio.run(asgi.application(scope, receive, send))
    assert [sent[0]["status"], sent[1]["body"]] == [200, b"ok\n"]
    monkeypatch.setattr(asgi.health, "is_leaving", True)
    asyncio.run(asgi.application(scope, receive, send))
    assert sent[2]["status"] == 503


def test_what_is_answered_before_django_has_the_same_headers(client: Client) -> None:
    """All that Django's middleware adds to a page; the policy for content is stricter, as there is no page.

    Nothing that is logged follows from these answers, so they have no number either.
    """
    page = client.get("/robots.txt").headers
    page.pop("Content-Type"), page.pop("Content-Length"), page.pop("Vary", "")
    page.pop("Cache-Control")
    mine = {name.decode(): value.decode() for name, value in asgi.HEADERS}
    assert {name.lower() for name in page} - {"content-language", "x-reader", "x-request-id"} <= set(mine)
    same = {name: value for name, value in page.items() if name != "Content-Security-Policy"}
    assert {name: mine.get(name.lower(), value) for name, value in same.items()} == same
    for path in ("/healthz", "/events/none"):
        assert dict(asgi.HEADERS).items() <= dict(asked(path)[0]["headers"]).items()


def asked(path: str) -> list[Any]:
    """All that the application sends when that path is asked for."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope: Any = {"type": "http", "path": path, "headers": [], "method": "POST"}
    asyncio.run(asgi.application(scope, receive, send))
    return sent


def test_the_pages_of_the_site_are_buffered() -> None:
    assert isinstance(asgi.pages, Buffered)
    assert asgi.pages.most_bytes == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
