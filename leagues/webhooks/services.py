"""Writes: setting up, trying out and removing a club's webhook."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import lock_club_as_organiser
from leagues.models import Webhook
from leagues.webhooks.outbox import WebhookTest
from players.models import User


@transaction.atomic
def set_webhook(*, club_id: int, user: User, url: str, form: str, language: str) -> Webhook:
    """Post the club's news to this address from now on; a new address gets a new secret."""
    club = lock_club_as_organiser(club_id, user)
    former = Webhook.objects.filter(club=club).first()
    if former and former.url == url:
        former.form, former.language = form, language
        former.save(update_fields=["form", "language"])
        record_in_audit_log(club, "webhook_set", actor=user)
        return former
    if former:
        former.delete()
    record_in_audit_log(club, "webhook_set", actor=user)
    return Webhook.objects.create(club=club, url=url, form=form, language=language)


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
