"""Services of its own for a benchmark, which may fail: Redis forgets, PostgreSQL crashes, a disk is full."""

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from glob import glob
from pathlib import Path
from typing import Any, Protocol

import psycopg
import redis

HOST = "127.0.0.1"
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Fallible(Protocol):
    """A service that may fail and recover."""

    def kill(self) -> None: ...

    def start(self) -> None: ...


def free_port() -> int:
    with socket.create_server((HOST, 0)) as free:
        return int(free.getsockname()[1])


def wait_until(answers: Callable[[], object], errors: tuple[type[Exception], ...]) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            answers()
            return
        except errors:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


class Redis:
    """A Redis that keeps nothing: waiting messages are lost when it stops."""

    def __init__(self, password: str = "") -> None:
        self.port, self.password = free_port(), password
        self.url = f"redis://:{password}@{HOST}:{self.port}" if password else f"redis://{HOST}:{self.port}"
        self.start()
        atexit.register(self.kill)

    def start(self) -> None:
        words = ["redis-server", "--port", str(self.port), "--bind", HOST, "--requirepass", self.password]
        self.process = subprocess.Popen([*words, "--save", "", "--appendonly", "no"], **QUIET)
        wait_until(redis.from_url(self.url).ping, (redis.ConnectionError,))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Postgres:
    """A PostgreSQL with its data in that folder. It may crash, and recovers from its log."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"postgres://postgres@{HOST}:{self.port}/postgres"
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        shutil.chown(folder, self.user)
        if self._run("initdb", "--auth=trust", "--username=postgres", "--no-sync").wait():
            raise RuntimeError("initdb failed")
        self.start()
        atexit.register(self.kill)

    def _run(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        path = shutil.which(program) or max(glob(f"/usr/lib/postgresql/*/bin/{program}"))
        argv = [path, "-D", str(self.folder / "data"), *words]
        group = pwd.getpwnam(self.user).pw_gid
        return subprocess.Popen(argv, user=self.user, group=group, extra_groups=(), cwd=self.folder, **QUIET)

    def start(self) -> None:
        here = str(self.folder)
        words = ["-p", str(self.port), "-k", here]
        for setting in (f"listen_addresses={HOST}", "min_wal_size=32MB", "max_wal_size=64MB"):
            words += ["-c", setting]
        self.process = self._run("postgres", *words)
        wait_until(self._ask, (psycopg.OperationalError,))

    def go_on(self) -> None:
        """Make it answer again. Without room for its log it recovers by itself, or gives up."""
        deadline = time.monotonic() + 10
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                self._ask()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        if self.process.poll() is None:
            self.kill()
        self.start()

    def _ask(self) -> None:
        psycopg.connect(self.url).close()

    def kill(self) -> None:
        """Stop it at once, like a crash."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Disk:
    """A small disk that may be full for a while. Mounting it needs root."""

    def __init__(self, folder: str, megabytes: int, full_for: float) -> None:
        self.ballast, self.full_for = Path(folder) / "ballast", full_for
        size = f"size={megabytes}m,mode=0755"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], check=True)
        atexit.register(subprocess.run, ["umount", "--lazy", folder])

    def kill(self) -> None:
        """Fill it for some seconds."""
        with open(self.ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                pass
        time.sleep(self.full_for)

    def start(self) -> None:
        self.ballast.unlink()


def new_folder() -> Path:
    """A temporary folder that other users may enter."""
    folder = Path(tempfile.mkdtemp(prefix="napoleon-service-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
