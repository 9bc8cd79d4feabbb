"""Celery's own scheduler, which goes on when the machine's clock is set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc]  # Celery has no type information
    """Else nothing is done, nor after a restart, until the moments have come that a clock noted which was ahead."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            # What comes next is worked out anew.
            self._heap = None
        return float(super().tick(*args, **kwargs))
