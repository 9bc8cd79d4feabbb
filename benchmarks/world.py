"""A site for a benchmark: data in a temporary folder, its processes, and people who are signed in.

Import it first, because it sets Django up. DATABASE_URL and the other variables may name an empty database of another
kind.
"""

from __future__ import annotations

import atexit
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

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

HOST = "127.0.0.1"
LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,")
"""How a line of the site's log begins; tracebacks follow."""
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
        self.cookie = (
            f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={csrf}"
        )

    def post(self, path: str, body: str, timeout: float = 30) -> int:
        """The status of the answer. Raises `OSError` or `HTTPException` if there is none."""
        return self.request("POST", path, body, timeout)[0]

    def request(
        self, method: str, path: str, body: str | None = None, timeout: float = 30
    ) -> tuple[int, str]:
        """The status and the text of what htmx would get."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=timeout)
        headers = {**HEADERS, "Cookie": self.cookie, "HX-Request": "true"}
        if body is not None:
            headers["X-CSRFToken"] = self.token
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()


class Process:
    """A process of the site, that may be killed and started again."""

    def __init__(
        self,
        *words: str,
        listener: socket.socket | None = None,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.argv = [sys.executable, "-m", *words]
        self.environment = environment or {}
        # Kept, or the socket would be closed before the process is started again.
        self.listener = listener
        self.folder = folder
        """The checkout whose code it runs; this one if there is none."""
        self.start()

    def start(self) -> None:
        with open(os.path.join(FOLDER, "log"), "ab") as log:
            self.process = subprocess.Popen(
                self.argv,
                cwd=self.folder,
                env={**os.environ, **self.environment},
                pass_fds=[self.listener.fileno()] if self.listener else [],
                stdout=log,
                stderr=log,
                process_group=0,
            )

    def kill(self) -> None:
        """End it, and what it started, without a chance to tidy up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def cpu_seconds(self) -> float:
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def tell_errors() -> None:
    """Print what the site's processes say of the requests that they answered with 500, and how often."""
    lines = Path(FOLDER, "log").read_text(errors="replace").splitlines()
    found: Counter[str] = Counter()
    raised = None
    for line in lines:
        if LOGGED.match(line):
            if raised is not None:
                found[raised] += 1
            raised = line.split(": ", 1)[-1] if " Internal Server Error: " in line else None
        elif raised is not None and line[:1].strip():
            raised = line
    if raised is not None:
        found[raised] += 1
    for error, count in found.most_common():
        print(f"500 for {count} requests: {error}")


def listen() -> socket.socket:
    listener = socket.create_server((HOST, 0), backlog=1024)
    listener.set_inheritable(True)
    return listener


def web(listener: socket.socket, environment: Mapping[str, str] | None = None) -> Process:
    words = ("napoleon_site.web", str(listener.fileno()))
    return Process(*words, listener=listener, environment=environment)


def wait_until_served(port: int, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while True:
        connection = http.client.HTTPConnection(HOST, port, timeout=deadline - time.monotonic())
        try:
            connection.request("GET", "/healthz", headers=HEADERS)
            connection.getresponse().read()
            return
        except (OSError, http.client.HTTPException):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        finally:
            connection.close()
