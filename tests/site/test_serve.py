"""`manage.py serve` as a person runs it, with real processes on a free port; and its supervisor alone."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from napoleon_site.listeners import open_listeners
from napoleon_site.supervisor import LONGEST_PAUSE, Child
from napoleon_site.web import open_sockets

BASE = Path(settings.BASE_DIR)


def until(condition: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def children_of(pid: int) -> list[int]:
    return [child.pid for child in psutil.Process(pid).children()]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Site:
    """The running site, embedded, with its data in a folder of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.output = folder / "output"
        own = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
        self.environment = {key: value for key, value in os.environ.items() if key not in own} | {
            "VAR_DIR": str(folder),
            "STATIC_ROOT": str(folder / "static"),
            "PYTHONUNBUFFERED": "1",
        }
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                self.command("serve", "--port", str(self.port), *options),
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                # A shell has its jobs in the background pass over Ctrl-C, and all that they start.
                preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
            )

    def command(self, *words: str) -> list[str]:
        return [sys.executable, str(BASE / "manage.py"), *words]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*words), env=self.environment, capture_output=True, text=True)

    def get(self, path: str) -> str | None:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}{path}", timeout=60) as page:
                return str(page.read().decode())
        except urllib.error.URLError:
            return None

    def said(self, words: str) -> bool:
        return words in self.output.read_text()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.process.kill()
    site.process.wait()


def test_a_web_process_listens_where_it_is_told() -> None:
    [own] = open_sockets("127.0.0.1:0")
    assert own.getsockname()[0] == "127.0.0.1"
    [inherited, again] = open_sockets(f"{os.dup(own.fileno())},{os.dup(own.fileno())}")
    assert inherited.getsockname() == again.getsockname() == own.getsockname()
    for listener in (own, inherited, again):
        listener.close()


def reached(host: str, *addresses: str) -> list[str]:
    """The addresses at which somebody answers, if a site listens at the host."""
    listeners = open_listeners(host, 0)
    try:
        port = listeners[0].getsockname()[1]
        return [address for address in addresses if _takes(address, port)]
    finally:
        for listener in listeners:
            listener.close()


def _takes(address: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with suppress(OSError), socket.socket(family) as client:
        client.connect((address, port))
        return True
    return False


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("::1", ["::1"]),
        ("[::1]", ["::1"]),
        ("127.0.0.1", ["127.0.0.1"]),
        ("[::]", ["127.0.0.1", "::1"]),
        ("0.0.0.0", ["127.0.0.1"]),
        ("both.example", ["127.0.0.1", "::1"]),
    ],
)
def test_a_site_listens_at_all_addresses_of_its_host(
    monkeypatch: pytest.MonkeyPatch, host: str, addresses: list[str]
) -> None:
    asked = socket.getaddrinfo

    def found(name: str, port: int, **kinds: int) -> list[Any]:
        names = ["::1", "127.0.0.1"] if name == "both.example" else [name]
        return [row for name in names for row in asked(name, port, **kinds)]

    monkeypatch.setattr("napoleon_site.listeners.socket.getaddrinfo", found)
    assert reached(host, "127.0.0.1", "::1") == addresses


@pytest.mark.parametrize(("number", "is_found"), [(errno.EADDRNOTAVAIL, True), (errno.EADDRINUSE, False)])
def test_a_kind_that_the_machine_lacks_is_left_out_and_a_taken_port_is_not(
    monkeypatch: pytest.MonkeyPatch, number: int, is_found: bool
) -> None:
    create = socket.create_server

    def refuse(address: tuple[str, int], **options: Any) -> socket.socket:
        if address[0] == "::1":
            raise OSError(number, "not here")
        return create(address, **options)

    rows = [(socket.AF_INET, 1, 6, "", ("127.0.0.1", 0)), (socket.AF_INET6, 1, 6, "", ("::1", 0, 0, 0))]
    monkeypatch.setattr("napoleon_site.listeners.socket.getaddrinfo", lambda *_name, **_kinds: rows)
    monkeypatch.setattr("napoleon_site.listeners.socket.create_server", refuse)
    with nullcontext() if is_found else pytest.raises(OSError, match="not here"):
        assert reached("localhost", "127.0.0.1") == ["127.0.0.1"]


@pytest.mark.slow
def test_a_site_starts_heals_and_stops(site: Site) -> None:
    """One story, since a start costs seconds: two processes load the whole site."""
    until(lambda: len(children_of(site.process.pid)) == 2)
    assert site.said(f"http://localhost:{site.port}/")
    assert site.said("Mail is written to")
    assert site.get("/healthz") == "ok\n"

    second = site.run("serve", "--port", str(site.port))
    assert second.returncode == 1
    assert f"Port {site.port} is in use" in second.stderr
    assert f"make run PORT={site.port + 1}" in second.stderr
    assert "Traceback" not in second.stderr

    before = children_of(site.process.pid)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(set(children_of(site.process.pid)) - set(before)) == 2)
    for name in ("web process", "worker"):
        assert site.said(f"The {name} ended (SIGKILL)")
    # Requests wait for the new web process on the socket, which the supervisor kept.
    assert site.get("/healthz") == "ok\n"

    children = children_of(site.process.pid)
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=30) == 0
    # Celery has one for root.
    assert not site.said("SecurityWarning")
    assert not [pid for pid in children if alive(pid)]
    assert site.said("Napoleon has stopped.")


@pytest.mark.slow
def test_ctrl_c_during_the_first_start_ends_it_in_a_word(tmp_path: Path) -> None:
    site = Site(tmp_path, "--prepare")
    until(lambda: site.said("Setting up the site"))
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=30) == 1
    assert site.output.read_text().splitlines()[1:] == ["", "Stopped."]


WHILE_NOTHING_MAY_RAISE = """
import os, signal, weakref
from napoleon_site.management.commands.serve import stop_at_once
signal.signal(signal.SIGINT, stop_at_once)
ends = type("Ends", (), {})()
weakref.finalize(ends, os.kill, os.getpid(), signal.SIGINT)
del ends
print("It went on.")
"""


def test_ctrl_c_is_not_lost_where_nothing_may_raise() -> None:
    ended = subprocess.run([sys.executable, "-c", WHILE_NOTHING_MAY_RAISE], cwd=BASE, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "\nStopped.\n")


@pytest.mark.parametrize("port", ["65536", "70000", "-1", "9" * 5000, "http", "８０００", ""])
def test_what_is_no_port_is_refused_in_words(port: str) -> None:
    with pytest.raises(CommandError, match="is not a number from 0 to 65535"):
        call_command("serve", f"--port={port}")


@pytest.mark.parametrize(("taken", "other"), [(8000, 8001), (65535, 65534)])
def test_a_port_in_use_is_answered_by_one_that_there_is(
    taken: int, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> socket.socket:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(CommandError, match=f"Port {taken} is in use.* PORT={other}$"):
        call_command("serve", f"--port={taken}")


SUPERVISOR = """
import sys
from napoleon_site.supervisor import Child, Supervisor
Supervisor([Child(word, ["sh", "-c", word], tells_ready="READY" in word) for word in sys.argv[1:]], grace=2).run()
"""
TELL = "import os, socket; socket.socket(1, 2).sendto(b'READY=1', os.environ['NOTIFY_SOCKET'])"


@pytest.fixture
def supervise() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a supervisor of shell commands; return when all of them run."""
    started = []

    def start(*commands: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "-c", SUPERVISOR, *commands], cwd=BASE)
        started.append(process)
        until(lambda: len(children_of(process.pid)) == len(commands))
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_every_child(supervise, number: signal.Signals) -> None:
    supervisor = supervise("exec sleep 600", "exec sleep 601")
    children = children_of(supervisor.pid)
    supervisor.send_signal(number)
    assert supervisor.wait(timeout=10) == 0
    assert not [pid for pid in children if alive(pid)]


def test_ctrl_c_that_came_before_the_supervisor_listened_ends_it() -> None:
    early = "import os, signal; signal.pthread_sigmask(signal.SIG_BLOCK, [2]); os.kill(os.getpid(), 2)"
    command = [sys.executable, "-c", early + SUPERVISOR, "exec sleep 600"]
    assert subprocess.run(command, cwd=BASE, timeout=20).returncode == 0


def test_every_child_is_replaced_when_asked_to(supervise) -> None:
    supervisor = supervise("exec sleep 600", "exec sleep 601")
    before = children_of(supervisor.pid)
    supervisor.send_signal(signal.SIGUSR2)
    until(lambda: not set(before) & set(children_of(supervisor.pid)))
    until(lambda: len(children_of(supervisor.pid)) == 2)


def told_ready(folder: Path) -> str:
    """A child that tells once there is a file "ready" that it is; nobody reads what the first one tells."""
    waits = f"until [ -e {folder}/ready ]; do sleep 0.1; done"
    tells = f'[ -z "$NOTIFY_SOCKET" ] || {sys.executable} -c "{TELL}"'
    return f"echo $$ >> {folder}/started; {waits}; {tells}; exec sleep 600"


def test_a_child_stays_until_its_successor_is_ready(supervise, tmp_path: Path) -> None:
    started = tmp_path / "started"
    supervisor = supervise(told_ready(tmp_path))
    until(started.exists)
    supervisor.send_signal(signal.SIGUSR2)
    until(lambda: len(started.read_text().split()) == 2)
    old, successor = map(int, started.read_text().split())
    assert set(children_of(supervisor.pid)) == {old, successor}
    (tmp_path / "ready").touch()
    until(lambda: children_of(supervisor.pid) == [successor])


def test_who_is_asked_again_while_replacing_replaces_again(supervise, tmp_path: Path) -> None:
    started = tmp_path / "started"
    supervisor = supervise(told_ready(tmp_path))
    until(started.exists)
    supervisor.send_signal(signal.SIGUSR2)
    until(lambda: len(started.read_text().split()) == 2)
    supervisor.send_signal(signal.SIGUSR2)
    (tmp_path / "ready").touch()
    until(lambda: len(started.read_text().split()) == 3, 15)
    supervisor.terminate()
    assert supervisor.wait(timeout=20) == 0


def test_a_child_stays_if_its_successor_fails(supervise, tmp_path: Path) -> None:
    broken, tried, runs = tmp_path / "broken", tmp_path / "tried", tmp_path / "runs"
    fails = f"[ -e {broken} ] && touch {tried} && exit 1"
    supervisor = supervise(f"{fails}; touch {runs}; : READY; exec sleep 600")
    until(runs.exists)
    [child] = children_of(supervisor.pid)
    broken.touch()
    supervisor.send_signal(signal.SIGUSR2)
    until(tried.exists)
    until(lambda: children_of(supervisor.pid) == [child])
    supervisor.terminate()
    assert supervisor.wait(timeout=10) == 0


def test_children_that_die_while_a_successor_hangs_are_restarted(supervise, tmp_path: Path) -> None:
    hangs, started = tmp_path / "hangs", tmp_path / "started"
    web = f"[ -e {hangs} ] && echo x >>{hangs}; : READY; exec sleep 600"
    supervisor = supervise(web, f"echo x >>{started}; exec sleep 601")
    until(started.exists)
    web_process, worker = children_of(supervisor.pid)
    hangs.touch()
    supervisor.send_signal(signal.SIGUSR2)
    until(hangs.read_text)
    # The predecessor of the hanging one dies as well: until then it answers alone.
    for process in (worker, web_process):
        os.kill(process, signal.SIGKILL)
    until(lambda: len(started.read_text().split()) == 2, 10)
    until(lambda: len(hangs.read_text().split()) == 2, 10)
    supervisor.terminate()
    assert supervisor.wait(timeout=10) == 0


@pytest.mark.slow
def test_children_that_die_while_another_ends_are_restarted(supervise, tmp_path: Path) -> None:
    asked, started = tmp_path / "asked", tmp_path / "started"
    stubborn = f"trap 'touch {asked}' TERM; while :; do sleep 0.1; done"
    supervisor = supervise(stubborn, f"echo x >>{started}; exec sleep 601")
    until(started.exists)
    _stubborn, worker = children_of(supervisor.pid)
    supervisor.send_signal(signal.SIGUSR2)
    until(asked.exists)
    os.kill(worker, signal.SIGKILL)
    # It is restarted after a second, before the other is killed after two; then it is replaced as well.
    until(lambda: len(started.read_text().split()) == 3, 10)
    supervisor.terminate()
    assert supervisor.wait(timeout=10) == 0


@pytest.mark.slow
def test_a_child_that_will_not_end_is_killed(supervise, tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    supervisor = supervise(f"trap '' TERM; touch {ready}; while :; do sleep 1; done")
    until(ready.exists)
    [child] = children_of(supervisor.pid)
    supervisor.terminate()
    assert supervisor.wait(timeout=20) == 0
    assert not alive(child)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells children")
def test_children_do_not_outlive_a_killed_supervisor(supervise) -> None:
    supervisor = supervise("exec sleep 600")
    [child] = children_of(supervisor.pid)
    supervisor.kill()
    until(lambda: not alive(child), 10)


def test_pauses_before_restarts_grow_and_have_a_bound() -> None:
    child = Child("x", ["true"])
    child.start()
    pauses = [child.plan_restart() for _ in range(8)]
    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == LONGEST_PAUSE
    child.started -= 3600
    assert child.plan_restart() == 1


@pytest.mark.slow
def test_what_a_dead_child_left_behind_is_ended(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    child = Child("x", ["sh", "-c", f"sleep 600 & echo $! > {note}"])
    child.start()
    until(note.exists)
    until(lambda: child.reap() is not None)
    orphan = int(note.read_text())
    until(lambda: not alive(orphan), 5)
