"""Keep a few child processes running until a signal stops them.

SIGUSR2 replaces them one by one with processes that run the current code. A child that reports when it is ready is
stopped only after its successor is ready: both share the listening socket, so no visitor waits.

As a program it takes its children as JSON (`supervisor_command`). It needs nothing but the standard library.
"""

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
# After this many seconds a child counts as started successfully.
SETTLED = 60.0
# Seconds that a child has to finish before it is killed.
GRACE = 30.0
# Seconds that a successor has to become ready.
PATIENCE = 300.0
PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    """A process that should run, in a process group together with its own children."""

    name: str
    argv: Sequence[str]
    pass_fds: Sequence[int] = ()
    tells_ready: bool = False
    """By systemd's protocol, at the socket that `NOTIFY_SOCKET` names."""
    process: subprocess.Popen[bytes] | None = None
    pause: float = FIRST_PAUSE
    started: float = 0.0
    start_at: float = 0.0

    def start(self, notify: str = "") -> None:
        """Start the process, which reports to ``notify`` when it is ready."""
        self.started = time.monotonic()
        environment = {key: value for key, value in os.environ.items() if key != "NOTIFY_SOCKET"}
        if notify:
            environment["NOTIFY_SOCKET"] = notify
        # In its own group, so that Ctrl-C reaches only the supervisor, which stops the children in order.
        self.process = subprocess.Popen(
            self.argv, env=environment, pass_fds=self.pass_fds, process_group=0, preexec_fn=_die_with(os.getpid())
        )

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def reap(self) -> int | None:
        """Return the exit status if the process has ended, and kill its remaining children."""
        if self.process is None or self.process.poll() is None:
            return None
        status = self.process.returncode
        self.kill_group()
        self.process = None
        return status

    def plan_restart(self) -> float:
        now = time.monotonic()
        if now - self.started >= SETTLED:
            self.pause = FIRST_PAUSE
        pause, self.pause = self.pause, min(2 * self.pause, LONGEST_PAUSE)
        self.start_at = now + pause
        return pause

    def kill(self) -> None:
        self.kill_group()
        if self.process is not None:
            self.process.wait()

    def kill_group(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


def _die_with(parent: int) -> Callable[[], None] | None:
    """A function that makes the kernel kill the child when the supervisor dies (Linux only)."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl

    def prepare() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the supervisor died in between
            os._exit(1)

    return prepare


class Supervisor:
    def __init__(self, children: Sequence[Child], say: Callable[[str], object] = print, grace: float = GRACE) -> None:
        self.children = children
        self.say = say
        self.grace = grace
        self.stopping = False
        self.replacing = False

    def run(self) -> None:
        """Run the children until SIGINT or SIGTERM; restart those that die, with growing pauses."""
        wakes = self._listen()
        while not self.stopping:
            if self.replacing:
                self.replacing = False
                self._replace_all(wakes)
                # A signal that arrived during the replacement won't wake the supervisor again.
                continue
            self._sleep(wakes, self._tend())
        self._end(self.children, wakes)

    def _tend(self, but: Sequence[Child] = ()) -> float | None:
        """Restart the children that have died; return when the next one is due."""
        if self.stopping:
            return None
        now = time.monotonic()
        tended = [child for child in self.children if child not in but]
        for child in tended:
            self._restart_if_needed(child, now)
        return min((child.start_at for child in tended if not child.running()), default=None)

    def _restart_if_needed(self, child: Child, now: float) -> None:
        status = child.reap()
        if status is not None:
            self.say(f"{child.name} ended ({_words(status)}); again in {child.plan_restart():.0f} s")
        elif child.process is None and child.start_at <= now:
            child.start()

    def _listen(self) -> socket.socket:
        """A socket that becomes readable at every signal, so that the supervisor can sleep until one arrives."""
        wakes, wake = socket.socketpair()
        wakes.setblocking(False)
        wake.setblocking(False)
        self._wake = wake  # kept open
        signal.set_wakeup_fd(wake.fileno())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask_to_stop)
        # Not SIGHUP, which is also sent when the terminal closes.
        signal.signal(signal.SIGUSR2, self._ask_to_replace)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # `serve` blocks Ctrl-C until the supervisor listens.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return wakes

    def _ask_to_stop(self, *_: object) -> None:
        self.stopping = True

    def _ask_to_replace(self, *_: object) -> None:
        self.replacing = True

    def _sleep(self, wakes: socket.socket, *moments: float | None, ready: Sequence[socket.socket] = ()) -> bool:
        """Wait for a signal, for a message of a child, or for the first moment; return whether there is a message."""
        until = min((moment for moment in moments if moment is not None), default=None)
        timeout = None if until is None else max(0.0, until - time.monotonic())
        readable, _, _ = select.select([wakes, *ready], [], [], timeout)
        with suppress(BlockingIOError):
            wakes.recv(4096)
        return any(message_socket in readable for message_socket in ready)

    def _replace_all(self, wakes: socket.socket) -> None:
        for child in self.children:
            if self.stopping:
                return
            if child.tells_ready:
                self._replace(child, wakes)
            else:
                self._end([child], wakes)
                child.start()
                self.say(f"{child.name} has been restarted")

    def _replace(self, child: Child, wakes: socket.socket) -> None:
        """Start a successor and end the child once that is ready; if it never is, the child stays.

        Children that die while the successor hangs are restarted, this one as well.
        """
        successor = replace(child, process=None)
        with _ready_socket() as (ready, address):
            successor.start(address)
            deadline = time.monotonic() + PATIENCE
            while not self._sleep(wakes, deadline, self._tend(), ready=[ready]):
                if self.stopping or not successor.running() or time.monotonic() > deadline:
                    successor.kill()
                    self.say(f"{child.name} stays as it was: its successor did not get ready")
                    return
        old = replace(child)
        child.process, child.started = successor.process, successor.started
        self._end([old], wakes)
        self.say(f"{child.name} has been replaced")

    def _end(self, children: Sequence[Child], wakes: socket.socket) -> None:
        """Ask these to finish, and kill those that do not in time. Others that die are restarted."""
        running = [child for child in children if child.process is not None]
        for child in running:
            if child.process is not None:
                child.process.terminate()
        deadline = time.monotonic() + self.grace
        while any(child.running() for child in running) and time.monotonic() < deadline:
            self._sleep(wakes, deadline, self._tend(but=children))
        for child in running:
            child.kill()


@contextmanager
def _ready_socket() -> Iterator[tuple[socket.socket, str]]:
    """Yield a socket on which a child reports that it is ready, and the socket's address."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        address = f"{folder}/ready"
        ready.bind(address)
        yield ready, address


def _words(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"status {status}"


def supervisor_command(children: Sequence[Child]) -> list[str]:
    rows = [(child.name, child.argv, child.pass_fds, child.tells_ready) for child in children]
    # Without this file's folder in front of the standard library (-P).
    return [sys.executable, "-P", __file__, json.dumps(rows)]


def main(arguments: str) -> None:
    Supervisor([Child(*words) for words in json.loads(arguments)], say=_complain).run()
    print("Napoleon has stopped.", flush=True)


def _complain(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("The supervisor is started by `manage.py serve`.")
    main(sys.argv[1])
