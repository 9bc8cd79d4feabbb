"""What is done for people away from any request. All of it may run twice, and on any number of workers."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from players.notices import delivery, keeping, sweep


@shared_task  # type: ignore[untyped-decorator]
def send_notices() -> None:
    """Find what is owed to whom; each person's mail is a task of its own, so that none holds up the others."""
    for user_id, channel in sweep.owed(timezone.now()):
        deliver.delay(user_id, channel)


@shared_task  # type: ignore[untyped-decorator]
def deliver(user_id: int, channel: str) -> None:
    delivery.deliver(user_id=user_id, channel=channel, now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def forget_notices() -> None:
    keeping.forget(timezone.now())
