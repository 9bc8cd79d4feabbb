"""Enqueue tasks by name.

Tasks import services, so services that import tasks would create import circles.
"""

from celery import Task, current_app
from django.db import transaction


def enqueue(name: str, *arguments: object) -> None:
    """Send the task to a worker now. `name` is its full name, such as ``leagues.tasks.end_table``."""
    _task(name).delay(*arguments)


def enqueue_in(seconds: float, name: str, *arguments: object) -> None:
    """Send the task to a worker, which waits for so long. Only for seconds: later work is stored in rows."""
    _task(name).apply_async(arguments, countdown=seconds)


def _task(name: str) -> Task[..., object]:
    tasks = current_app.tasks
    if name not in tasks:
        # Only workers load tasks by themselves.
        current_app.loader.import_default_modules()
    return tasks[name]


def enqueue_on_commit(name: str, *arguments: object) -> None:
    """Send the task once the transaction is committed.

    An unreachable broker harms neither the request nor other callbacks: periodic tasks make up for lost ones.
    """
    # Not a partial: Django logs the function's name on failure.
    transaction.on_commit(lambda: enqueue(name, *arguments), robust=True)
