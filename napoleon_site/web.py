"""A web process: uvicorn on a socket that its parent opened, or on an address of its own.

`manage.py serve` and systemd keep their socket open while this process restarts, so that requests wait instead of
failing. In a container it opens its own. Told to stop, it then first says so at `/healthz` and goes on serving, so that
the proxy turns to another container before this one refuses anything.
"""

import asyncio
import gc
import logging
import os
import resource
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import FrameType
from typing import Final

import h11
import uvicorn
from celery import current_app
from django.conf import settings
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.urls import get_resolver
from django.utils import translation
from django.utils.module_loading import import_string
from uvicorn.protocols.http.h11_impl import H11Protocol

from .listeners import open_listeners

log = logging.getLogger(__name__)

USAGE: Final = "Say where to listen: python -m napoleon_site.web HOST:PORT, such as localhost:8000 or [::]:8000."
# In seconds: how long the head of a request may take.
HEAD_PATIENCE: Final = 10.0
# In seconds: how long an open connection may bring another request when the process stops.
ARRIVAL_PATIENCE: Final = 1.0
# In seconds: how long requests may take that have begun when the process is told to stop. Shorter than the supervisor's
# patience with it.
DRAIN_PATIENCE: Final = 25
# In seconds: how long a process with an address of its own goes on serving when it is told to stop. A proxy has to look
# at `/healthz` more often than that (deploy/Caddyfile: every second).
NOTICE: Final = 3.0
# In seconds: how long threads may take for what they do once the loop has ended, which nobody waits for any more.
LAST_PATIENCE: Final = 2.0


class ImpatientProtocol(H11Protocol):
    """HTTP, with a time limit for the head of each request, and for the rest of a body that was answered unread.

    uvicorn itself would wait for ever.
    """

    head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()

    def shutdown(self) -> None:
        """Close, but first wait for a request that may be on its way: nobody would send it to another process."""
        if self.conn.our_state is self.conn.their_state is h11.IDLE:
            self.loop.call_later(ARRIVAL_PATIENCE, self._close)
        else:
            super().shutdown()

    def _close(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _watch_head(self) -> None:
        # Before the first request there is no cycle.
        if not getattr(self.cycle, "response_complete", True):
            self._stop_timer()
        elif self.head_timer is None:
            self.head_timer = self.loop.call_later(HEAD_PATIENCE, self.transport.close)

    def _stop_timer(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None


class DrainingServer(uvicorn.Server):
    """Told to stop, it takes no more requests, finishes those that have begun, and sends open pages elsewhere.

    For ``notice`` seconds before that it asks to be sent no more, and still answers whatever comes.
    """

    def __init__(self, config: uvicorn.Config, notice: float = 0.0) -> None:
        super().__init__(config)
        self.notice = notice
        self.told = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tell_ready()

    async def main_loop(self) -> None:
        """Wake once a second, for the date in answers, or when told to stop. uvicorn itself wakes ten times."""
        self.loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self.told.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.loop is not None:
            # From a signal handler the loop would not notice otherwise.
            self.loop.call_soon_threadsafe(self.told.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Both are loaded with the application.
        import_string("napoleon_site.asgi.health").is_leaving = True
        close = (b"connection", b"close")
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        await asyncio.sleep(self.notice)
        import_string("games.live.stream.streams").hub.drain()
        # Closing the socket would cut off the connections that wait. The loop looks for them in its next round and
        # takes them in the round after that.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await super().shutdown(sockets)
        # Requests that took longer than they may were cancelled, and say so to whoever waits.
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=1)


def tell_ready() -> None:
    """Tell whoever started this process that it answers: systemd, or the supervisor, which speaks as systemd does."""
    if where := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.sendto(b"READY=1", where.replace("@", "\0", 1) if where.startswith("@") else where)


def is_address(where: str) -> bool:
    return ":" in where


def open_sockets(where: str) -> list[socket.socket]:
    """Return the listening sockets that this names: file descriptors, or the address HOST:PORT to listen on."""
    if not is_address(where):
        try:
            return [socket.socket(fileno=int(number)) for number in where.split(",")]
        except (OSError, ValueError):
            raise SystemExit(USAGE) from None
    host, _, port = where.rpartition(":")
    try:
        return open_listeners(host, int(port))
    except (OSError, OverflowError, ValueError) as error:
        raise SystemExit(f"The web process cannot listen on {where}: {error}.") from None


def main(where: str) -> None:
    _allow_many_connections()
    config = uvicorn.Config(
        "napoleon_site.asgi:application",
        http=ImpatientProtocol,
        lifespan="off",
        # Addresses may contain invitation and sign-in tokens.
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=DRAIN_PATIENCE,
        server_header=False,
        # The settings decide whether a proxy's headers are trusted.
        proxy_headers=False,
    )
    config.load()
    complain_of_missing_files()
    load_what_requests_need()
    # All that is loaded by now stays. The collector need not walk through it again, which would hold up every request
    # for a tenth of a second now and then.
    gc.collect()
    gc.freeze()
    # A socket that others keep open needs no notice: what this process does not take waits for the next one.
    notice = NOTICE if is_address(where) else 0.0
    DrainingServer(config, notice).run(sockets=open_sockets(where))
    end_threads(import_string("napoleon_site.asgi.pages").executor)


def end_threads(executor: ThreadPoolExecutor, patience: float = LAST_PATIENCE) -> None:
    """End the threads that answer requests, or the whole process where one does not end.

    A thread whose request took longer than `DRAIN_PATIENCE` waits for a loop that is gone, and Python would wait for
    the thread for ever.
    """
    executor.shutdown(wait=False, cancel_futures=True)
    deadline = time.monotonic() + patience
    for thread in executor._threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    if left := sum(thread.is_alive() for thread in executor._threads):
        log.warning("%d requests did not end and were given up.", left)
        logging.shutdown()
        os._exit(os.EX_OK)


def complain_of_missing_files() -> None:
    """Without them every page fails, and none says why."""
    if not (settings.STATIC_ROOT / "staticfiles.json").exists():
        log.error("No page can be shown: `manage.py collectstatic` has not been run.")


def load_what_requests_need() -> None:
    """Load fragments, texts, addresses and tasks: whoever first needs one would wait for a third of a second."""
    current_app.loader.import_default_modules()
    current_app.finalize()
    # Asking for them makes them.
    current_app.producer_pool, current_app.amqp.send_task_message  # noqa: B018
    for engine in engines.all():
        if isinstance(engine, Jinja2):
            for name in engine.env.list_templates():
                engine.env.get_template(name)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Napoleon")
            get_resolver().reverse_dict  # noqa: B018  # asking for it makes it


def _allow_many_connections() -> None:
    """Each connection takes a file descriptor; the default limit of many systems is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(USAGE)
    main(sys.argv[1])
