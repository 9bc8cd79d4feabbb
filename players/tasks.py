"""Background tasks of the players app. Each may run twice, on any number of workers."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from players.api import idempotency
from players.notifications import dispatch, inbox, services
from players.notifications.calendar_revisions import forget_revisions
from players.oauth import apps


@shared_task
def send_notifications() -> None:
    """Route new notifications; each person's deliveries are a separate task, so that none delays others.

    Tasks expire when the next run starts new ones: so they do not pile up.
    """
    for user_id, channel in dispatch.due_now(timezone.now()):
        deliver.apply_async((user_id, channel), expires=settings.SWEEP_EVERY)


@shared_task
def deliver(user_id: int, channel: str) -> None:
    dispatch.deliver(user_id=user_id, channel=channel, now=timezone.now())


@shared_task
def forget_notifications() -> None:
    inbox.forget(timezone.now())
    services.forget_browsers(timezone.now())
    forget_revisions(timezone.now())
    idempotency.forget_answers(timezone.now())
    apps.forget_tokens(timezone.now())
