"""The analysing process of an embedded site: it runs only while matches wait."""

import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import Final

from django.conf import settings

PATIENCE: Final = 3.0
"""The longest that a stopping worker waits for the process, in seconds."""
_starting: Final = Lock()
_running: list[subprocess.Popen[bytes]] = []


def start() -> None:
    """Start the process unless it is running. It ends with the worker or the command that started it."""
    with _starting:
        if not any(process.poll() is None for process in _running):
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "analyse"]
            _running[:] = [subprocess.Popen(command)]


def stop(**_facts: object) -> None:
    """Make the process release the deal that it is analysing."""
    for process in _running:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
