"""The pulse of workers and schedulers, for health checks of containers: `python -m staff.processes.pulse worker`.

The loop in which a worker takes tasks, or the scheduler starts them, touches a file; one that hangs does not.
"""

import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

EVERY: Final = 20.0
"""In seconds."""
LATEST: Final = 90.0
"""In seconds: older is dead."""


def file_of(role: str) -> Path:
    # Without Django, since the check runs often. Containers may share the folder.
    return Path(os.environ.get("VAR_DIR") or "var") / f"pulse-{role}-{socket.gethostname()}"


def beat(role: str) -> None:
    # Without a folder to write in there is no health check either.
    with suppress(OSError):
        file_of(role).touch()


def watch_worker(sender: Any, **_facts: object) -> None:
    """Beat in the worker's own loop; called when its consumer is ready."""
    beat("worker")
    sender.timer.call_repeatedly(EVERY, beat, ("worker",))


def is_alive(role: str) -> bool:
    try:
        return time.time() - file_of(role).stat().st_mtime < LATEST
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    sys.exit(not is_alive(sys.argv[1]))
