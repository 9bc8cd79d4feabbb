"""Services of its own for a benchmark, which may fail.

Redis forgets or is full, PostgreSQL crashes or fails over, a disk is full, the clock is wrong.
"""

import atexit
import os
import pwd
import shutil
import signal
import socket
import socketserver
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from threading import Thread
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


def wait_until(answers: Callable[[], object], errors: tuple[type[Exception], ...], patience: float = 60) -> None:
    deadline = time.monotonic() + patience
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


@dataclass
class RedisMemory:
    """The memory of a Redis, which may be full for a while, so that nothing can be written."""

    redis: Redis
    full_for: float = 0

    def kill(self) -> None:
        self.limit(1)
        time.sleep(self.full_for)

    def start(self) -> None:
        self.limit(0)

    def limit(self, size: int) -> None:
        with redis.from_url(self.redis.url) as client:
            client.config_set("maxmemory-policy", "noeviction")
            client.config_set("maxmemory", size)


class Postgres:
    """A PostgreSQL with its data in that folder. It may crash, and recovers from its log."""

    def __init__(self, folder: Path, leader: "Postgres | None" = None) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"postgres://postgres@{HOST}:{self.port}/postgres"
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        shutil.chown(folder, self.user)
        if leader:
            self.follow(leader)
        else:
            self._make("initdb", "--auth=trust", "--username=postgres", "--no-sync")
        self.start()
        atexit.register(self.kill)

    def follow(self, leader: "Postgres") -> None:
        """Begin again as a copy of another server, which streams its changes."""
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        self._make("pg_basebackup", "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "-d", leader.url)

    def _make(self, program: str, *words: str) -> None:
        if self._run(program, *words).wait():
            raise RuntimeError(f"{program} failed")

    def execute(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

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


class PostgresPair:
    """A PostgreSQL and its standby, which takes over when the first one crashes. No acknowledged write is lost."""

    def __init__(self, folder: Path) -> None:
        for name in ("first", "second"):
            (folder / name).mkdir()
        self.leader = Postgres(folder / "first")
        self.standby = Postgres(folder / "second", self.leader)
        hosts = f"{HOST}:{self.leader.port},{HOST}:{self.standby.port}"
        self.url = f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write"
        self._wait_for_the_standby("*")

    def kill(self) -> None:
        """Crash the first, and promote the other, which then has no standby."""
        self.leader.kill()
        self.leader, self.standby = self.standby, self.leader
        self._wait_for_the_standby("")
        self.leader.execute("SELECT pg_promote()")

    def start(self) -> None:
        """Let the crashed one follow the other."""
        self.standby.follow(self.leader)
        self.standby.start()
        self._wait_for_the_standby("*")

    def _wait_for_the_standby(self, names: str) -> None:
        """Let every commit wait until the standby has it, or not."""
        self.leader.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "SELECT pg_reload_conf()")


class Clock:
    """The clock of all processes, which may be ahead for a while. It needs a C compiler."""

    def __init__(self, seconds: int, ahead_for: float) -> None:
        self.seconds, self.ahead_for = seconds, ahead_for
        self.file = Path(os.environ["CLOCK_AHEAD"])

    @classmethod
    def start_again(cls) -> None:
        """Start this program again with a clock that can be set, unless it has one."""
        if "CLOCK_AHEAD" in os.environ:
            return
        folder = Path(tempfile.mkdtemp(prefix="napoleon-clock-"))
        folder.chmod(0o755)
        library, file = folder / "clock.so", folder / "ahead"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, Path(__file__).with_name("clock.c")], check=True)
        file.write_bytes(struct.pack("q", 0))
        own = {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(file)}
        os.execve(sys.executable, sys.orig_argv, os.environ | own)

    def kill(self) -> None:
        self._set(self.seconds)
        time.sleep(self.ahead_for)

    def start(self) -> None:
        self._set(0)

    def _set(self, seconds: int) -> None:
        with open(self.file, "r+b", buffering=0) as file:
            file.write(struct.pack("q", seconds))


class MailServer:
    """A mail server that takes every mail and keeps its Message-ID, by which repetitions are known."""

    def __init__(self) -> None:
        self.message_ids: list[str] = []
        noted = self.message_ids

        class Session(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.say(220)
                for line in self.rfile:
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.say(354)
                        self.take()
                    self.say(221 if word == b"QUIT" else 250)
                    if word == b"QUIT":
                        return

            def take(self) -> None:
                for line in iter(self.rfile.readline, b".\r\n"):
                    if line.lower().startswith(b"message-id:"):
                        noted.append(line.decode().strip())

            def say(self, code: int) -> None:
                self.wfile.write(b"%d ok\r\n" % code)

        server = socketserver.ThreadingTCPServer((HOST, 0), Session)
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"smtp://{HOST}:{server.server_address[1]}"


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
