"""Writes: setting up, trying out and removing a club's webhook, another secret, and posting once more what failed."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import lock_club_as_organiser
from leagues.models import Post, Webhook
from leagues.webhooks.models import new_secret
from leagues.webhooks.post_kinds import WebhookTest
from players.models import User

ADDRESS: Final = ("url", "token", "recipient")
"""What says where posts go."""


@transaction.atomic
def set_webhook(*, club_id: int, user: User, **values: Any) -> Webhook:
    """Post the club's news there from now on; a new address gets a new secret, and none of the posts that wait.

    The values are those of the fields `ADDRESS`, and ``form``, ``language``, ``muted`` and ``places``.
    """
    club = lock_club_as_organiser(club_id, user)
    record_in_audit_log(club, "webhook_set", actor=user)
    former = Webhook.objects.filter(club=club).first()
    if former and all(getattr(former, name) == values.get(name, "") for name in ADDRESS):
        for name, value in values.items():
            setattr(former, name, value)
        former.save(update_fields=list(values))
        return former
    if former:
        former.delete()
    return Webhook.objects.create(club=club, **values)


@transaction.atomic
def remove_webhook(*, club_id: int, user: User) -> None:
    """Stop posting, and delete the address."""
    club = lock_club_as_organiser(club_id, user)
    deleted, _rows = Webhook.objects.filter(club=club).delete()
    if deleted:
        record_in_audit_log(club, "webhook_removed", actor=user)


@transaction.atomic
def try_webhook(*, club_id: int, user: User) -> None:
    """Send a test post to the address."""
    club = lock_club_as_organiser(club_id, user)
    WebhookTest.enqueue(club, f"test:{timezone.now():%Y%m%dT%H%M%S%f}", user=user.pk)


@transaction.atomic
def renew_secret(*, club_id: int, user: User) -> None:
    """Sign by another secret from now on; the former one signs as well for a day."""
    club = lock_club_as_organiser(club_id, user)
    webhook = Webhook.objects.filter(club=club).first()
    if webhook is None:
        return
    webhook.former_secret, webhook.secret = webhook.secret, new_secret()
    webhook.renewed_at = timezone.now()
    webhook.save(update_fields=["former_secret", "secret", "renewed_at"])
    record_in_audit_log(club, "webhook_set", actor=user)


@transaction.atomic
def post_again(*, club_id: int, user: User, post_id: int) -> None:
    """Try once more to deliver a post that was given up."""
    club = lock_club_as_organiser(club_id, user)
    failed = Post.objects.filter(pk=post_id, webhook=club.pk, state=Post.State.FAILED)
    if failed.update(state=Post.State.WAITING, not_before=timezone.now(), tries=0, claim=None):
        enqueue_on_commit("leagues.tasks.post_to_webhook", club.pk)
