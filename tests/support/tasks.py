from pathlib import Path

from celery import shared_task


@shared_task
def note(path: str, word: str) -> None:
    with Path(path).open("a") as file:
        file.write(f"{word}\n")
