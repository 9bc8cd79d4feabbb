"""How a web process ends."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import Any

import pytest
import uvicorn

from games.live import stream
from napoleon_site.web import DrainingServer, ImpatientProtocol

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def slow(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.sleep(0.2)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


def test_requests_that_are_begun_or_on_their_way_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream.streams.hub, "draining", False)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(slow, http=ImpatientProtocol, lifespan="off", log_level="critical")
    server = DrainingServer(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    begun, silent = (socket.create_connection(listener.getsockname(), 10) for _ in range(2))
    begun.sendall(REQUEST)
    while len(server.server_state.connections) < 2:
        time.sleep(0.01)
    server.should_exit = True
    while not stream.streams.hub.draining:
        time.sleep(0.01)
    silent.sendall(REQUEST)
    for connection in (begun, silent):
        with connection, connection.makefile("rb") as answer:
            assert b"done" in answer.read()
    thread.join(10)
    assert not thread.is_alive()
