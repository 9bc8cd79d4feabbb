"""The process that analyses on an embedded site: it lasts as long as matches wait, and costs nothing otherwise."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import Final

from django.conf import settings

PATIENCE: Final = 3.0
"""The longest a worker that is to stop waits for the process, in seconds."""
_starting: Final = Lock()
_running: list[subprocess.Popen[bytes]] = []


def start() -> None:
    """Start the process, unless it runs. It ends with the worker that has started it."""
    with _starting:
        if not any(process.poll() is None for process in _running):
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "analyse"]
            _running[:] = [subprocess.Popen(command)]


def stop(**_facts: object) -> None:
    """Let the process give back the deal that it analyses."""
    for process in _running:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
