"""A real web server in a thread, and readers of its live streams."""

import faulthandler
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from django.test import Client

from players.models import User

HOST = "127.0.0.1"
# In seconds. A machine busy with tests may stall for a while; lost messages are made up for after
# `games.live.stream.HEARTBEAT`.
PATIENCE = 60.0


@contextmanager
def serving() -> Iterator[int]:
    """The site on a free port, as `manage.py serve` runs it."""
    listener = socket.create_server((HOST, 0))
    config = uvicorn.Config(
        "napoleon_site.asgi:application", lifespan="off", log_level="critical", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the site does not start"
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def session_of(user: User) -> str:
    """The cookie of a person who is signed in."""
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


class Reader:
    """One open stream."""

    def __init__(
        self,
        port: int,
        path: str,
        user: User | None = None,
        timeout: float = PATIENCE,
        method: str = "GET",
        **headers: str,
    ) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=timeout)
        cookie = {"Cookie": session_of(user)} if user else {}
        self.connection.request(method, path, headers={"Host": "localhost", **cookie, **headers})
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def line(self) -> str:
        try:
            return self.response.readline().decode().rstrip("\n")
        except TimeoutError:
            # The threads' stacks tell why nothing came.
            faulthandler.dump_traceback()
            raise

    def next_change(self) -> int:
        """The number in the next event."""
        while not (line := self.line()).startswith("event:"):
            assert line.partition(":")[0] in ("", "retry"), line
        assert line == "event: changed"
        number = int(self.line().removeprefix("id: "))
        assert self.line() == f"data: {number}"
        assert self.line() == ""
        return number

    def close(self) -> None:
        self.response.close()
        self.connection.close()
