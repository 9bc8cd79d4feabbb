"""What is to be posted, written down by whatever makes it true."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone

from leagues.models import Club, Post, Webhook

# More that wait belong to an address that nobody looks after.
MOST_WAITING: Final = 500


def owe(club: Club, kind: str, key: str, **data: object) -> None:
    """Let the club's webhook, if there is one, be posted this once, after the transaction that makes it true."""
    webhook = Webhook.objects.filter(club=club).first()
    if webhook is None:
        return
    waiting = webhook.posts.filter(state=Post.State.WAITING)
    if waiting.count() >= MOST_WAITING:
        return
    now = timezone.now()
    Post.objects.bulk_create(
        [Post(webhook=webhook, kind=kind, key=key, data=data, at=now, not_before=now)],
        ignore_conflicts=True,
    )
    transaction.on_commit(lambda: _send_soon(club.pk), robust=True)


def _send_soon(club_id: int) -> None:
    from leagues.tasks import post_to_webhook

    post_to_webhook.delay(club_id)
