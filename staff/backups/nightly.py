"""The nightly backup."""

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
# In seconds: how long a killed process's lock persists, and how often a living one renews it. The broker hands a task
# that exceeds its timeout to another worker, which finds the lock only if the first process is alive.
HELD: Final = 300
RENEWED: Final = 60
# In seconds. Older leftovers of backups are deleted.
LONGEST: Final = 6 * 3600


def back_up_and_prove() -> None:
    """Make a backup and prove it. Failures are logged, and show in the age of the last proven backup."""
    if not cache.add(LOCK, 1, HELD):
        log.warning("No backup now: one is being made, or was broken off within the last minutes.")
        return
    with _lock_renewed():
        try:
            _forget_leftovers()
            # As commands, so that only this process loads their libraries.
            call_command("backup")
            call_command("prove_backup")
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            # Libraries written in Rust panic with a `BaseException`. It ends the worker's process, and the next one
            # would start the same backup again and again.
            log.exception("The backup failed.")


@contextmanager
def _lock_renewed() -> Iterator[None]:
    """Hold the lock until the end, or for a few more minutes if the process dies."""
    is_over = Event()

    def renew() -> None:
        while not is_over.wait(RENEWED):
            # A brief cache outage must not end the thread.
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
    """Delete leftovers of killed backups, which contain the unencrypted database."""
    long_ago = time.time() - LONGEST
    for kind in SCRATCH:
        for folder in Path(gettempdir()).glob(f"{kind}*"):
            if folder.stat().st_mtime < long_ago:
                shutil.rmtree(folder, ignore_errors=True)
