"""Celery's scheduler, which continues when the system clock is set back."""

from tempfile import NamedTemporaryFile
from typing import Any

from celery.beat import PersistentScheduler
from django.conf import settings


def refuse_unwritable_folder() -> None:
    """The scheduler notes in a file what it has sent, and Celery would answer with a traceback."""
    try:
        with NamedTemporaryFile(dir=settings.VAR_DIR):
            pass
    except OSError as error:
        raise SystemExit(
            f"The scheduler does not start: VAR_DIR must be a folder that can be written, not {settings.VAR_DIR} "
            f"({error.strerror})."
        ) from None


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc]  # Celery has no type information
    """Otherwise nothing runs, even after a restart, until timestamps written by the fast clock have passed."""

    def setup_schedule(self) -> None:
        refuse_unwritable_folder()
        super().setup_schedule()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            # Forces a new computation of what comes next.
            self._heap = None
        return float(super().tick(*args, **kwargs))
