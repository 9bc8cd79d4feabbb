"""Writes: a club's webhooks added, changed, tried out, switched off, removed; another secret; posting once more what
failed.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.turns.outages import ago
from infrastructure.task_queue import enqueue_on_commit
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_club_as_organiser
from leagues.models import Club, Post, Webhook
from leagues.webhooks.models import new_secret
from leagues.webhooks.notifications import WebhookSwitchedOff
from leagues.webhooks.post_kinds import WebhookTest
from players.models import User

MOST_WEBHOOKS: Final = 10
ADDRESS: Final = ("url", "token", "recipient")
"""What says where posts go."""
CHOSEN: Final = (*ADDRESS, "name", "form", "language", "muted", "places")
"""What organisers say of a webhook."""
SWITCHED_ON: Final = {"unknown_since": None, "off_at": None}
UNKNOWN_FOR: Final = timedelta(days=7)
"""After this time a webhook whose address the service does not know is switched off."""


@transaction.atomic
def add_webhook(*, club_id: int, user: User, **values: Any) -> Webhook:
    """Post the club's news there from now on.

    The values are those of the fields `CHOSEN`.
    """
    club = lock_club_as_organiser(club_id, user)
    new, webhooks = Webhook(club=club, **values), list(club.webhooks.all())
    for webhook in webhooks:
        if all(getattr(webhook, name) == getattr(new, name) for name in CHOSEN):
            return webhook  # the button was pressed twice
    if reason := why_no_more(len(webhooks)):
        raise ClubError(reason, "webhooks")
    new.save()
    record_in_audit_log(club, "webhook_set", actor=user)
    return new


def why_no_more(webhooks: int) -> str:
    """Why a club with so many cannot add another; empty if it can."""
    return _("%(n)s webhooks are enough. Remove one first.") % {"n": MOST_WEBHOOKS} if webhooks >= MOST_WEBHOOKS else ""


@transaction.atomic
def change_webhook(*, club_id: int, user: User, webhook_id: int, **values: Any) -> None:
    """Switch it on with these values; a new address gets a new secret, and none of the former posts."""
    club = lock_club_as_organiser(club_id, user)
    webhook = _webhook_of(club, webhook_id)
    if any(getattr(webhook, name) != values.get(name, "") for name in ADDRESS):
        webhook.posts.all().delete()
        values |= {"secret": new_secret(), "former_secret": "", "renewed_at": None, "fails_since": None, "error": ""}
    values |= SWITCHED_ON
    for name, value in values.items():
        setattr(webhook, name, value)
    webhook.save(update_fields=list(values))
    record_in_audit_log(club, "webhook_changed", actor=user)


@transaction.atomic
def remove_webhook(*, club_id: int, user: User, webhook_id: int) -> None:
    """Stop posting, and delete the address."""
    club = lock_club_as_organiser(club_id, user)
    webhook = _webhook_of(club, webhook_id)
    record_in_audit_log(club, "webhook_removed", actor=user)
    webhook.delete()


def _webhook_of(club: Club, webhook_id: int) -> Webhook:
    webhook = club.webhooks.filter(pk=webhook_id).first()
    if webhook is None:
        raise ClubError(_("This webhook has been removed."), "webhooks")
    return webhook


@transaction.atomic
def switch_off_if_unknown(webhook: Webhook, now: datetime) -> None:
    """Post nothing more to an address that its service has not known for a week, and tell the organisers."""
    unknown = Webhook.objects.filter(pk=webhook.pk, off_at=None, unknown_since__lte=ago(UNKNOWN_FOR, now))
    if unknown.update(off_at=now):
        webhook.posts.filter(state=Post.State.WAITING).update(state=Post.State.DROPPED, settled_at=now)
        record_in_audit_log(webhook.club, "webhook_off")
        WebhookSwitchedOff.notify(webhook, now)


@transaction.atomic
def try_webhook(*, club_id: int, user: User, webhook_id: int) -> None:
    """Send a test post to the address."""
    club = lock_club_as_organiser(club_id, user)
    WebhookTest.enqueue_to(_webhook_of(club, webhook_id), f"test:{timezone.now():%Y%m%dT%H%M%S%f}", user=user.pk)


@transaction.atomic
def renew_secret(*, club_id: int, user: User, webhook_id: int) -> None:
    """Sign by another secret from now on; the former one signs as well for a day."""
    club = lock_club_as_organiser(club_id, user)
    webhook = _webhook_of(club, webhook_id)
    webhook.former_secret, webhook.secret = webhook.secret, new_secret()
    webhook.renewed_at = timezone.now()
    webhook.save(update_fields=["former_secret", "secret", "renewed_at"])
    record_in_audit_log(club, "webhook_changed", actor=user)


@transaction.atomic
def post_again(*, club_id: int, user: User, post_id: int) -> None:
    """Try once more to deliver a post that was given up."""
    club = lock_club_as_organiser(club_id, user)
    post = Post.objects.filter(pk=post_id, webhook__club=club, state=Post.State.FAILED).first()
    if post is not None:
        Post.objects.filter(pk=post.pk).update(state=Post.State.WAITING, not_before=timezone.now(), tries=0, claim=None)
        enqueue_on_commit("leagues.tasks.post_to_webhook", post.webhook_id)
