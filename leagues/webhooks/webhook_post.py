"""What a club's webhook is posted: each kind of post is one class, stored in the transaction that makes it true."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from infrastructure.task_queue import enqueue_on_commit
from leagues.models import Club, Post, Webhook
from players.models import User
from players.notifications.kinds import Message

# More waiting posts mean that nobody looks after the address.
MOST_WAITING: Final = 500

POSTS: Final[dict[str, type[WebhookPost]]] = {}
"""The kinds of posts by name."""


class WebhookPost:
    """A subclass with a ``name`` is a kind of post; it may be a kind of notification as well."""

    name: ClassVar[str]
    """Stored in `Post.kind` and the type of each post in JSON: it never changes."""
    webhook_label: ClassVar[Any] = ""
    """What the organisers choose; a kind without one is always posted."""
    is_opt_in: ClassVar[bool] = False
    """Whether it is posted only after organisers have chosen it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" in cls.__dict__:
            POSTS[cls.name] = cls

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        """What the post says, in the active language; None if its subject no longer exists."""
        raise NotImplementedError

    @classmethod
    def enqueue(cls, club: Club, key: str, **data: Any) -> None:
        """Post it once to the club's webhook, if there is one, after the commit. ``key`` is its idempotency key.

        ``season`` and ``table`` among the data are the keys of what it is about.
        """
        webhook = Webhook.objects.filter(club=club).first()
        if webhook is None or cls.name in webhook.muted:
            return
        if not webhook.follows(data.get("season"), data.get("table")):
            return
        if webhook.posts.filter(state=Post.State.WAITING).count() >= MOST_WAITING:
            return
        now = timezone.now()
        Post.objects.bulk_create(
            [Post(webhook=webhook, kind=cls.name, key=key, data=data, at=now, not_before=now)],
            ignore_conflicts=True,
        )
        enqueue_on_commit("leagues.tasks.post_to_webhook", club.pk)


def kinds_to_choose() -> list[tuple[str, Any]]:
    """The kinds that organisers may leave out, with their labels."""
    return [(name, kind.webhook_label) for name, kind in POSTS.items() if kind.webhook_label]


def kinds_at_first() -> list[str]:
    """The kinds that a new webhook is posted, unless its organisers choose others."""
    return [name for name, _label in kinds_to_choose() if not POSTS[name].is_opt_in]


def label_of(kind: str) -> Any:
    """What the log of deliveries calls a kind."""
    return getattr(POSTS.get(kind), "webhook_label", "") or _("Test")


class WebhookTest(WebhookPost):
    name = "test"

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message:
        user = User.objects.filter(pk=data["user"], is_active=True).first()
        words = {"name": user or _("Somebody"), "club": club}
        text = _("%(name)s is testing the webhook of %(club)s.")
        return Message(title=text % words, path=club.get_absolute_url())
