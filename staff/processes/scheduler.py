"""Celery's scheduler, which continues when the system clock is set back."""

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc]  # Celery has no type information
    """Otherwise nothing runs, even after a restart, until timestamps written by the fast clock have passed."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            # Forces a new computation of what comes next.
            self._heap = None
        return float(super().tick(*args, **kwargs))
