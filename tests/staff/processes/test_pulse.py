"""The health checks of containers without pages."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from staff.processes import pulse


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path))


def test_a_loop_that_turns_is_alive_and_one_that_stands_is_not() -> None:
    assert not pulse.is_alive("worker")
    pulse.beat("worker")
    assert pulse.is_alive("worker")
    assert not pulse.is_alive("scheduler")
    long_ago = time.time() - pulse.LATEST - 1
    os.utime(pulse.file_of("worker"), (long_ago, long_ago))
    assert not pulse.is_alive("worker")


def test_the_worker_beats_in_the_loop_that_takes_tasks() -> None:
    asked: list[tuple[object, ...]] = []
    pulse.watch_worker(SimpleNamespace(timer=SimpleNamespace(call_repeatedly=lambda *what: asked.append(what))))
    assert asked == [(pulse.EVERY, pulse.beat, ("worker",))]
    assert pulse.is_alive("worker")


def test_the_check_needs_no_django_and_says_it_by_its_status() -> None:
    ask = (
        "import runpy, sys; sys.argv = ['', 'worker']\ntry: runpy.run_module('staff.processes.pulse', None, '__main__')"
    )
    tell = "\nexcept SystemExit as end: print(end.code, 'django' in sys.modules)"
    for beats, said in ((False, "True False\n"), (True, "False False\n")):
        if beats:
            pulse.beat("worker")
        words = [sys.executable, "-c", ask + tell]
        assert subprocess.run(words, cwd=settings.BASE_DIR, capture_output=True, text=True).stdout == said


def test_a_folder_that_cannot_be_written_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAR_DIR", "/proc/nowhere")
    pulse.beat("scheduler")
    assert not pulse.is_alive("scheduler")
