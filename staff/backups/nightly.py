"""What the scheduler starts every night."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from threading import Event, Thread
from typing import Final

from django.core.cache import cache
from django.core.management import call_command

from staff.backups.services import SCRATCH

log = logging.getLogger(__name__)

LOCK: Final = "backup:running"
# In seconds: how long the lock of a process that was killed stays, and how often one that lives renews it. The broker
# hands a task that takes longer than its timeout to another worker, which then finds the lock only if somebody lives.
HELD: Final = 300
RENEWED: Final = 60
# In seconds. What is left of a backup is deleted when it is older.
LONGEST: Final = 6 * 3600


def back_up_and_prove() -> None:
    """Make a backup and prove it. A failure goes to the log, and the age of the last proven one tells of it."""
    if not cache.add(LOCK, 1, HELD):
        log.warning("No backup now: one is being made, or was broken off within the last minutes.")
        return
    with _lock_renewed():
        try:
            _forget_leftovers()
            # As commands, so that only a process that makes a backup loads what that needs.
            call_command("backup")
            call_command("prove_backup")
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            # Libraries written in Rust panic with no `Exception`. It would end the worker's process, and the next one
            # would begin with the same backup, again and again.
            log.exception("The backup failed.")


@contextmanager
def _lock_renewed() -> Iterator[None]:
    """Hold the lock until the end, and for a few minutes if the process dies."""
    is_over = Event()

    def renew() -> None:
        while not is_over.wait(RENEWED):
            # A cache that is away for a moment does not end the thread.
            with suppress(Exception):
                cache.touch(LOCK, HELD)

    renewer = Thread(target=renew, daemon=True)
    renewer.start()
    try:
        yield
    finally:
        is_over.set()
        renewer.join()
        cache.delete(LOCK)


def _forget_leftovers() -> None:
    """Delete what a backup that was killed has left: the whole database, and not encrypted."""
    long_ago = time.time() - LONGEST
    for kind in SCRATCH:
        for folder in Path(gettempdir()).glob(f"{kind}*"):
            if folder.stat().st_mtime < long_ago:
                shutil.rmtree(folder, ignore_errors=True)
