"""What the scheduler starts every night."""

from __future__ import annotations

import logging
import shutil
import time
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from django.core.cache import cache
from django.core.management import call_command

from games.backups.services import SCRATCH

log = logging.getLogger(__name__)

LOCK: Final = "backup:running"
# In seconds. The broker hands a task that takes longer than its timeout to another worker as well.
LONGEST: Final = 6 * 3600


def back_up_and_prove() -> None:
    """Make a backup and prove it. A failure goes to the log, and the age of the last proven one tells of it."""
    if not cache.add(LOCK, 1, LONGEST):
        log.warning("No backup now: one is being made, or was broken off within the last hours.")
        return
    _forget_leftovers()
    try:
        # As commands, so that only a process that makes a backup loads what that needs.
        call_command("backup")
        call_command("prove_backup")
    except Exception:
        log.exception("The backup failed.")
    finally:
        cache.delete(LOCK)


def _forget_leftovers() -> None:
    """Delete what a backup that was killed has left: the whole database, and not encrypted."""
    long_ago = time.time() - LONGEST
    for kind in SCRATCH:
        for folder in Path(gettempdir()).glob(f"{kind}*"):
            if folder.stat().st_mtime < long_ago:
                shutil.rmtree(folder, ignore_errors=True)
