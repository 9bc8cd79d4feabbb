"""What is written about webhooks."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from leagues.models import Webhook
from leagues.services import locked, note, organiser
from players.models import User

from .owing import owe


@transaction.atomic
def set_webhook(*, club_id: int, user: User, url: str, form: str, language: str) -> Webhook:
    """Post the club's news to this address from now on; another address gets another secret."""
    club = locked(club_id)
    organiser(club, user)
    former = Webhook.objects.filter(club=club).first()
    if former and former.url == url:
        former.form, former.language = form, language
        former.save(update_fields=["form", "language"])
        note(club, "webhook_set", actor=user)
        return former
    if former:
        former.delete()
    note(club, "webhook_set", actor=user)
    return Webhook.objects.create(club=club, url=url, form=form, language=language)


@transaction.atomic
def remove_webhook(*, club_id: int, user: User) -> None:
    """Post nothing any more, and forget the address."""
    club = locked(club_id)
    organiser(club, user)
    deleted, _ = Webhook.objects.filter(club=club).delete()
    if deleted:
        note(club, "webhook_removed", actor=user)


@transaction.atomic
def try_webhook(*, club_id: int, user: User) -> None:
    """Post a word to the address, to see that it arrives."""
    club = locked(club_id)
    organiser(club, user)
    owe(club, "test", f"test:{timezone.now():%Y%m%dT%H%M%S%f}", user=user.pk)
