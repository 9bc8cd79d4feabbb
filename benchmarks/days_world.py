"""The site of `benchmarks/days.py`: by a virtual clock, with a Redis and a mail server of its own, that may fail.

Imported first, for it sets Django up.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


REDIS_PORT, MAIL_PORT = free_port(), free_port()
os.environ["BENCHMARK_REDIS"] = f"redis://127.0.0.1:{REDIS_PORT}"

from . import postgres  # noqa: E402, F401  # isort: skip

os.environ["EMAIL_URL"] = f"smtp://127.0.0.1:{MAIL_PORT}"

from . import virtual  # noqa: E402  # isort: skip

CLOCK = virtual.Clock("")
virtual.install(CLOCK)

from . import world  # noqa: E402  # isort: skip

CLOCK.path = os.path.join(world.FOLDER, "clock")
MAILS = os.path.join(world.FOLDER, "mails")


class Redis:
    """A Redis that keeps nothing when it ends: with it go all messages that wait."""

    def __init__(self) -> None:
        self.start()
        atexit.register(self.kill)

    def start(self) -> None:
        words = ["redis-server", "--port", str(REDIS_PORT), "--bind", "127.0.0.1"]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*words, "--save", "", "--appendonly", "no"], stdout=quiet, stderr=quiet
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def post_office(share: float) -> world.Process:
    return world.Process("benchmarks.post_office", str(MAIL_PORT), MAILS, str(share))
