"""How a web process ends."""

import asyncio
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from games.live import stream
from napoleon_site import asgi
from napoleon_site.web import DrainingServer, ImpatientProtocol, complain_of_missing_files, tell_ready
from tests.support.served import until

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def slow(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.sleep(0.2)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


async def never(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.Event().wait()


class Served:
    """A web process that answers slowly, as a thread of this one."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, notice: float = 0, app: Any = slow, patience: int | None = None
    ) -> None:
        monkeypatch.setattr(stream.streams.hub, "draining", False)
        monkeypatch.setattr(asgi.health, "is_leaving", False)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        config = uvicorn.Config(
            app, http=ImpatientProtocol, lifespan="off", log_level="critical", timeout_graceful_shutdown=patience
        )
        self.server = DrainingServer(config, notice)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]})
        self.thread.start()
        until(lambda: self.server.started)

    def connect(self) -> socket.socket:
        known = len(self.server.server_state.connections)
        connection = socket.create_connection(self.address, 10)
        until(lambda: len(self.server.server_state.connections) > known)
        return connection

    def stop(self) -> None:
        self.server.should_exit = True

    def has_ended(self) -> bool:
        self.thread.join(10)
        return not self.thread.is_alive()


def answer_on(connection: socket.socket) -> bytes:
    """All that arrives until the site closes the connection."""
    with connection, connection.makefile("rb") as answer:
        return answer.read()


def test_requests_that_are_begun_or_on_their_way_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    served = Served(monkeypatch)
    begun, silent, kept = (served.connect() for _ in range(3))
    kept.sendall(REQUEST)
    received = b""
    while not received.endswith(b"0\r\n\r\n"):
        received += kept.recv(4096)
    begun.sendall(REQUEST)
    served.stop()
    until(lambda: stream.streams.hub.draining)
    for connection in (silent, kept):
        connection.sendall(REQUEST)
    for connection in (begun, silent, kept):
        assert b"done" in answer_on(connection)
    assert served.has_ended()


def test_who_leaves_says_so_and_answers_until_the_notice_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    served = Served(monkeypatch, notice=1)
    assert not asgi.health.is_leaving
    served.stop()
    until(lambda: asgi.health.is_leaving)
    late = socket.create_connection(served.address, 10)
    late.sendall(REQUEST)
    answer = answer_on(late)
    assert b"done" in answer
    assert b"connection: close" in answer
    assert not stream.streams.hub.draining
    assert served.has_ended()
    assert stream.streams.hub.draining


def test_who_started_the_process_is_told_that_it_is_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "ready"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        ready.bind(str(tmp_path / "ready"))
        tell_ready()
        assert ready.recv(100) == b"READY=1"


def test_who_waits_too_long_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "pages", never)
    served = Served(monkeypatch, app=asgi.application, patience=1)
    connection = served.connect()
    connection.sendall(REQUEST.replace(b"\r\n\r\n", b"\r\nAccept-Language: ja\r\n\r\n"))
    until(lambda: served.server.server_state.tasks)
    served.stop()
    received = b""
    while chunk := connection.recv(65536):
        received += chunk
    head, _, page = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 30" in head
    assert 'lang="ja"' in page.decode()
    assert served.has_ended()


ENDING = """
import threading, time
from concurrent.futures import ThreadPoolExecutor
from napoleon_site import web
executor, begun = ThreadPoolExecutor(max_workers=2), threading.Event()

def busy():
    begun.set()
    {busy}

executor.submit(int)
executor.submit(busy)
begun.wait()
web.end_threads(executor, patience={patience})
print("left to Python")
"""


async def passed_on(*headers: tuple[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """The headers that a page's request has, of those that were sent."""
    found: list[tuple[bytes, bytes]] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        found.extend(scope["headers"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asgi, "pages", page)
        await asgi._respond({"type": "http", "path": "/", "headers": [*headers]}, None, None)
    return found


def test_a_process_without_static_files_says_what_was_forgotten(
    settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.STATIC_ROOT = tmp_path
    complain_of_missing_files()
    assert "`manage.py collectstatic` has not been run" in caplog.text
    caplog.clear()
    (tmp_path / "staticfiles.json").write_text("{}")
    complain_of_missing_files()
    assert not caplog.text


def test_a_header_of_the_proxy_cannot_be_spelled_another_way() -> None:
    own = (b"x-forwarded-for", b"203.0.113.9")
    assert asyncio.run(passed_on(own, (b"x_forwarded_for", b"6.6.6.6"))) == [own]


@pytest.mark.parametrize(
    ("busy", "patience", "ending"),
    [
        ("threading.Event().wait()", 0.2, "1 requests did not end and were given up."),
        ("time.sleep(0.05)", 10.0, "left to Python"),
    ],
)
def test_a_thread_that_never_ends_keeps_no_process_alive(busy: str, patience: float, ending: str) -> None:
    words = [sys.executable, "-c", ENDING.format(busy=busy, patience=patience)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=30)
    assert (done.returncode, (done.stdout + done.stderr).strip()) == (0, ending)


LOADED = """
import django; django.setup()
from celery import current_app
from django.template import engines
from napoleon_site.web import load_what_requests_need

def known():
    board = "games/table/_board_answer.jinja"
    fragments = {name for _loader, name in engines["fragments"].env.cache.keys()}
    return board in fragments, "games.tasks.game_changed" in current_app.tasks

print(*known())
load_what_requests_need()
print(*known())
"""


@pytest.mark.slow
def test_no_request_waits_for_what_the_process_could_have_loaded() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, "-c", LOADED], env=environment, stdout=subprocess.PIPE, check=True)
    assert done.stdout.decode().split() == ["False", "False", "True", "True"]
