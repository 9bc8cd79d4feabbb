"""Writes: a club's webhook set up, tried out, switched off, removed; another secret; posting once more what failed."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.turns.outages import ago
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import lock_club_as_organiser
from leagues.models import Post, Webhook
from leagues.webhooks.models import new_secret
from leagues.webhooks.notifications import WebhookSwitchedOff
from leagues.webhooks.post_kinds import WebhookTest
from players.models import User

ADDRESS: Final = ("url", "token", "recipient")
"""What says where posts go."""
SWITCHED_ON: Final = {"unknown_since": None, "off_at": None}
UNKNOWN_FOR: Final = timedelta(days=7)
"""After this time a webhook whose address the service does not know is switched off."""


@transaction.atomic
def set_webhook(*, club_id: int, user: User, **values: Any) -> Webhook:
    """Post the club's news there from now on; a new address gets a new secret, and none of the posts that wait.

    The values are those of the fields `ADDRESS`, and ``form``, ``language``, ``muted`` and ``places``.
    """
    club = lock_club_as_organiser(club_id, user)
    record_in_audit_log(club, "webhook_set", actor=user)
    former = Webhook.objects.filter(club=club).first()
    if former and all(getattr(former, name) == values.get(name, "") for name in ADDRESS):
        values |= SWITCHED_ON
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
def switch_off_if_unknown(webhook: Webhook, now: datetime) -> None:
    """Post nothing more to an address that its service has not known for a week, and tell the organisers."""
    unknown = Webhook.objects.filter(pk=webhook.pk, off_at=None, unknown_since__lte=ago(UNKNOWN_FOR, now))
    if unknown.update(off_at=now):
        webhook.posts.filter(state=Post.State.WAITING).update(state=Post.State.DROPPED, settled_at=now)
        record_in_audit_log(webhook.club, "webhook_off")
        WebhookSwitchedOff.notify(webhook.club, now)


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
