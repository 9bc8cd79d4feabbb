"""What is done for clubs away from any request. All of it may run twice, and on any number of workers."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from leagues import inviting, mailing


@shared_task  # type: ignore[untyped-decorator]
def mail_invitation(invitation_id: int) -> None:
    mailing.send(invitation_id, timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def mail_invitations() -> None:
    """Mail what is due, as after a message was lost or a mail server did not answer."""
    for invitation_id in mailing.due(timezone.now()):
        mail_invitation.delay(invitation_id)


@shared_task  # type: ignore[untyped-decorator]
def forget_invitations() -> None:
    inviting.forget_over()
