"""Tasks for a real worker in tests."""

import time
from pathlib import Path

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded


@shared_task
def note(path: str, word: str) -> None:
    with Path(path).open("a") as file:
        file.write(f"{word}\n")


@shared_task(gives_way=True)
def take_long(path: str) -> None:
    note(path, "begun")
    time.sleep(300)


@shared_task(gives_way=True)
def note_the_end(path: str) -> None:
    """Work for minutes, unless the worker is stopped."""
    with Path(path).open("a", buffering=1) as file:
        file.write("begun\n")
        try:
            time.sleep(300)
        except SoftTimeLimitExceeded:
            file.write("given up\n")
