"""What the scheduler starts every night."""

from __future__ import annotations

import logging
from typing import Final

from django.core.cache import cache
from django.core.management import call_command

log = logging.getLogger(__name__)

LOCK: Final = "backup:running"
# In seconds. The broker hands a task that takes longer than its timeout to another worker as well.
LONGEST: Final = 6 * 3600


def back_up_and_prove() -> None:
    """Make a backup and prove it. A failure goes to the log, and the age of the last proven one tells of it."""
    if not cache.add(LOCK, 1, LONGEST):
        return
    try:
        # As commands, so that only a process that makes a backup loads what that needs.
        call_command("backup")
        call_command("prove_backup")
    except Exception:
        log.exception("The backup failed.")
    finally:
        cache.delete(LOCK)
