"""Posts to a club's webhooks: one class for each kind, stored in the transaction that makes the post true."""

from typing import Any, ClassVar, Final

from django.utils import timezone

from infrastructure.task_queue import enqueue_on_commit
from leagues.models import Club, Post, Webhook
from players.notifications.kinds import Message

MOST_WAITING: Final = 500
"""With more waiting posts, nobody looks after the address."""


class WebhookPost:
    """A kind of post (`leagues.webhooks.post_kinds` lists them); it may be a kind of notification as well."""

    name: ClassVar[str]
    """Stored in `Post.kind` and the type of each post in JSON: it never changes."""
    webhook_label: ClassVar[Any] = ""
    """What the organisers choose; a kind without one is always posted."""
    is_opt_in: ClassVar[bool] = False
    """Whether it is posted only after organisers have chosen it."""

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        """What the post says, in the active language; None if its subject no longer exists."""
        raise NotImplementedError

    @classmethod
    def enqueue(cls, club: Club, key: str, **data: Any) -> None:
        """Post it once to each of the club's webhooks that takes it, after the commit. ``key`` is its idempotency key.

        ``season`` and ``table`` among the data are the keys of what it is about.
        """
        for webhook in Webhook.objects.filter(club=club, off_at=None).order_by("pk"):
            if cls.name not in webhook.muted and webhook.follows(data.get("season"), data.get("table")):
                cls.enqueue_to(webhook, key, **data)

    @classmethod
    def enqueue_to(cls, webhook: Webhook, key: str, **data: Any) -> None:
        """Post it once to this webhook, even if it is switched off."""
        if webhook.posts.filter(state=Post.State.WAITING).count() >= MOST_WAITING:
            return
        now = timezone.now()
        Post.objects.bulk_create(
            [Post(webhook=webhook, kind=cls.name, key=key, data=data, at=now, not_before=now)], ignore_conflicts=True
        )
        enqueue_on_commit("leagues.tasks.post_to_webhook", webhook.pk)
