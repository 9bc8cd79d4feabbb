import errno
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from infrastructure.management.numbers import whole_number
from napoleon_site.listeners import open_listeners
from napoleon_site.supervisor import Child, supervisor_command

LAST_PORT: Final = 65535


class Command(BaseCommand):
    help = (
        "Runs the whole site: pages and live streams, the workers, and the scheduler. "
        "SIGUSR2 replaces its processes with ones that run the current code, without making visitors wait."
    )
    # Checks slow down the start; anything that matters shows on the pages.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="localhost", help="every address of this name; [::] for all")
        parser.add_argument("--port", type=whole_number(0, LAST_PORT), default=8000)
        parser.add_argument(
            "--prepare", action="store_true", help="first bring the database and the static files up to date"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        listeners = listen(options["host"], options["port"])
        signal.signal(signal.SIGINT, stop_at_once)
        if options["prepare"]:
            self.stdout.write("Setting up the site; the first time takes a while ...")
            self.stdout.flush()
            prepare()
        forget_metrics()
        port = listeners[0].getsockname()[1]
        # Passkeys are bound to a host name, so the address must not use the number.
        address = f"http://localhost:{port}"
        os.environ.setdefault("SITE_URL", address if settings.EMBEDDED else settings.SITE_URL)
        self.stdout.write(f"Napoleon is at {address}/ (Ctrl-C stops it).")
        if settings.EMBEDDED:
            self.stdout.write(f"Mail is written to {settings.EMAIL_FILE_PATH}.")
        self.stdout.flush()
        # Ctrl-C waits until the supervisor listens.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        # Django is no longer needed: the supervisor alone takes a tenth of the memory.
        os.execv(sys.executable, supervisor_command(site_processes(listeners)))  # noqa: S606  # no shell, no input


def stop_at_once(*_: object) -> None:
    """End the process at Ctrl-C. An exception would be lost in finalizers and other code that may raise none."""
    os.write(2, b"\nStopped.\n")
    os._exit(1)


def prepare() -> None:
    # In this process, since each start of Django takes a second or more.
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if settings.EMBEDDED:
        call_command("demo_world")
    connections.close_all()


def forget_metrics() -> None:
    """Delete the metrics of ended processes; new ones count from 0, as Prometheus expects."""
    for file in Path(settings.METRICS_DIR).glob("*.db"):
        file.unlink(missing_ok=True)


def listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets that outlive the web process, so that a restart drops no visitor."""
    try:
        listeners = open_listeners(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < LAST_PORT else port - 1
            hint = f"Port {port} is in use, perhaps by another copy of the site. Try: make run PORT={other}"
            raise CommandError(hint) from None
        raise CommandError(f"The site cannot listen on {host}:{port}: {error.strerror}.") from None
    for listener in listeners:
        listener.set_inheritable(True)
    return listeners


def site_processes(listeners: list[socket.socket]) -> list[Child]:
    python = [sys.executable, "-m"]
    descriptors = [listener.fileno() for listener in listeners]
    web = [*python, "napoleon_site.web", ",".join(map(str, descriptors))]
    background = [*python, "napoleon_site.celery_processes"]
    processes = [Child("The web process", web, descriptors, tells_ready=True)]
    if settings.EMBEDDED:
        return [*processes, Child("The worker", [*background, "worker", "scheduler"])]
    return [
        *processes,
        Child("The worker", [*background, "worker"]),
        Child("The worker that keeps time", [*background, "timekeeper"]),
        Child("The worker that analyses", [*background, "analyst"]),
        Child("The worker for finished deals", [*background, "attempts"]),
        Child("The scheduler", [*background, "scheduler"]),
    ]
