"""A site for a benchmark: data in a temporary folder, its processes, and people who are signed in.

Import it first, because it sets Django up. The site is the embedded one; with `postgres` on the command line, or
`benchmarks/postgres.py` imported before, it is one on PostgreSQL and Redis.
"""

import atexit
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Self

if "postgres" in sys.argv[1:]:
    sys.argv.remove("postgres")
    from . import postgres  # noqa: F401

FOLDER = tempfile.mkdtemp(prefix="napoleon-benchmark-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["VAR_DIR"] = FOLDER
os.environ["STATIC_ROOT"] = os.path.join(FOLDER, "static")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.middleware.csrf import get_token  # noqa: E402
from django.test import Client, RequestFactory  # noqa: E402

from players.models import User  # noqa: E402

from .processes import cpu_seconds  # noqa: E402
from .services import HOST, wait_until  # noqa: E402

HEADERS = {
    "Host": "localhost",
    "X-Forwarded-Proto": "https",
    "Referer": "https://localhost/",  # without it no form is taken over TLS
}


def prepare() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def people(count: int) -> list[User]:
    return [User.objects.create(name=f"Player {number}") for number in range(1, count + 1)]


class Visitor:
    """A person with a session, who sends requests to the site."""

    def __init__(self, user: User, port: int) -> None:
        self.user, self.port = user, port
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        request = RequestFactory().get("/")
        self.token = get_token(request)
        csrf = request.META["CSRF_COOKIE"]
        self.cookie = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={csrf}"

    def post(self, path: str, body: str, timeout: float = 30) -> int:
        """The status of the answer. Raises `OSError` or `HTTPException` if there is none."""
        return self.request("POST", path, body, timeout)[0]

    def request(self, method: str, path: str, body: str | None = None, timeout: float = 30) -> tuple[int, str]:
        """The status and the text of what htmx would get."""
        headers = {**HEADERS, "Cookie": self.cookie, "HX-Request": "true"}
        if body is not None:
            headers["X-CSRFToken"] = self.token
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=timeout)) as connection:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode()


class Process:
    """A process of the site, that may be killed and started again."""

    def __init__(self, *words: str, listener: socket.socket | None = None) -> None:
        self.argv = [sys.executable, "-m", *words]
        # Kept, or the socket would be closed before the process is started again.
        self.listener = listener
        self.start()

    def start(self) -> None:
        with open(os.path.join(FOLDER, "log"), "ab") as log:
            self.process = subprocess.Popen(
                self.argv,
                pass_fds=[self.listener.fileno()] if self.listener else [],
                stdout=log,
                stderr=log,
                process_group=0,
            )

    def kill(self) -> None:
        """End it, and what it started, without a chance to tidy up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def listen() -> socket.socket:
    listener = socket.create_server((HOST, 0), backlog=1024)
    listener.set_inheritable(True)
    return listener


def web(listener: socket.socket, module: str = "napoleon_site.web") -> Process:
    return Process(module, str(listener.fileno()), listener=listener)


class Site:
    """Web processes on one socket; they end with the `with` block."""

    def __init__(self, module: str = "napoleon_site.web", count: int = 2) -> None:
        self.listener = listen()
        self.port = int(self.listener.getsockname()[1])
        self.processes = [web(self.listener, module) for _ in range(count)]

    def __enter__(self) -> Self:
        wait_until_served(self.port)
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()

    def cpu_seconds(self) -> float:
        return sum(cpu_seconds(process.process.pid) for process in self.processes)


@contextmanager
def background(*names: str) -> Iterator[dict[str, Process]]:
    """Workers and schedulers by name, until the end of the block."""
    started = {name: Process("napoleon_site.celery_processes", *name.split()) for name in names}
    try:
        yield started
    finally:
        for process in started.values():
            process.kill()


def wait_until_served(port: int) -> None:
    wait_until(lambda: _healthz(port), (OSError, http.client.HTTPException))


def _healthz(port: int) -> None:
    with closing(http.client.HTTPConnection(HOST, port, timeout=60)) as connection:
        connection.request("GET", "/healthz", headers=HEADERS)
        connection.getresponse().read()
