"""Enqueue tasks by name.

Tasks import services, so a service that imported its tasks would close a circle.
"""

from __future__ import annotations

from celery import Task, current_app
from django.db import transaction


def enqueue(name: str, *arguments: object) -> None:
    """Send the task to a worker now. `name` is its full name, such as ``leagues.tasks.end_table``."""
    _task(name).delay(*arguments)


def enqueue_in(seconds: float, name: str, *arguments: object) -> None:
    """Send the task to a worker, which holds it for so long. Only for moments: what is due later stands in rows."""
    _task(name).apply_async(arguments, countdown=seconds)


def _task(name: str) -> Task[..., object]:
    tasks = current_app.tasks
    if name not in tasks:
        # A process that runs no tasks has not loaded them yet.
        current_app.loader.import_default_modules()
    return tasks[name]


def enqueue_on_commit(name: str, *arguments: object) -> None:
    """Send the task once the transaction is committed.

    A broker that is down harms neither the request nor other callbacks: a periodic task recovers what was lost.
    """
    # Not a partial: Django names the function in the log where it fails.
    transaction.on_commit(lambda: enqueue(name, *arguments), robust=True)
