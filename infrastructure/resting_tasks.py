"""Tasks that rest in read-only mode."""

from typing import Any

from celery import Task

from infrastructure.read_only import is_read_only


class RestingTask(Task):  # type: ignore[misc]
    """Rests in read-only mode. The database knows what is due, so a later run makes up for it."""

    runs_read_only = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self.runs_read_only and is_read_only():
            return None
        return super().__call__(*args, **kwargs)
