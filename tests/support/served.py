"""An ASGI application on a real server, as a web process runs it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from napoleon_site.web import ImpatientProtocol


@contextmanager
def serve(application: Any) -> Iterator[int]:
    """Serve until the end of the block; yields the port."""
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listener:
        config = uvicorn.Config(application, http=ImpatientProtocol, lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.force_exit = server.should_exit = True
            thread.join(20)


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
