"""Sending posts: in order, one sender for each webhook, retried if it fails (`players/notifications/outbox.py`)."""

import logging
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.utils import timezone, translation

from leagues.models import Post, Webhook
from leagues.webhooks.http_post import NotTaken, send
from leagues.webhooks.payloads import request_of
from leagues.webhooks.post_kinds import POSTS
from leagues.webhooks.services import SWITCHED_ON, switch_off_if_unknown
from players.notifications import outbox
from players.notifications.kinds import Message

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=30)
AT_ONCE: Final = 50
LONGEST_TURN: Final = 10.0
"""After so many seconds no other post to the same service is begun."""
UNKNOWN: Final = (404, 410)
"""Answers of a service that does not know the address."""
GONE: Final = (401, 403, *UNKNOWN)
"""Answers that a retry would not change."""
State = Post.State


class WebhookSender:
    def __init__(self, webhook: Webhook) -> None:
        self.webhook = webhook
        # Organisers may change the address while a post is on its way to the former one.
        tried = {"url": webhook.url, "token": webhook.token, "recipient": webhook.recipient}
        self.mine = Webhook.objects.filter(pk=webhook.pk, **tried)

    def send(self, post: Post, message: Message) -> bool:
        try:
            send(*request_of(self.webhook, post, message, timezone.now()))
        except NotTaken as error:
            if error.status in GONE:
                raise outbox.Refused from error
            raise
        return True

    def report_success(self) -> None:
        self.mine.update(fails_since=None, error="", **SWITCHED_ON)

    def report_failure(self, error: Exception) -> None:
        """The club's page tells its organisers; an address that has long been unknown is switched off."""
        now = timezone.now()
        self.mine.update(error=outbox.described(error))
        self.mine.filter(fails_since=None).update(fails_since=now)
        status = getattr(error.__cause__ or error, "status", None)
        if status in UNKNOWN:
            self.mine.filter(unknown_since=None).update(unknown_since=now)
            switch_off_if_unknown(self.webhook, now)
        elif status is not None:
            self.mine.update(unknown_since=None)


def due(now: datetime) -> list[int]:
    """The webhooks that have something to post now."""
    rows = outbox.due(Post.objects.all(), now).order_by("not_before")
    return list(dict.fromkeys(rows.values_list("webhook", flat=True)))


def post_all(webhook_id: int) -> None:
    """Post what is due to the webhook, until something fails: later posts wait for it.

    A service that is slow gets the rest in a later task, so that others are served in between.
    """
    webhook = Webhook.objects.filter(pk=webhook_id).select_related("club").first()
    if webhook is None:
        return
    waiting = webhook.posts.filter(state=State.WAITING).order_by("pk")
    begun = time.monotonic()
    for key in list(waiting.values_list("pk", flat=True)[:AT_ONCE]):
        now = timezone.now()
        claimed = list(outbox.claim(outbox.due(webhook.posts.filter(pk=key), now), now))
        if not claimed or not _post(webhook, claimed[0]):
            return
        if time.monotonic() - begun > LONGEST_TURN:
            return


def _post(webhook: Webhook, post: Post) -> bool:
    """Whether the next post may follow."""
    now = timezone.now()
    try:
        with translation.override(webhook.language), timezone.override(webhook.club.zone):
            message = POSTS[post.kind].webhook_message(webhook.club, post.data)
    except Exception:
        # A defect of the site: it must not hold up what follows.
        log.exception("A post could not be worded")
        outbox.settle([post], State.FAILED, now)
        return True
    if message is None:
        outbox.settle([post], State.DROPPED, now)
        return True
    sender = WebhookSender(webhook)
    if error := outbox.attempt([post], partial(sender.send, post, message), now):
        sender.report_failure(error)
        return False
    sender.report_success()
    return True


def forget(now: datetime) -> None:
    """Delete posts that were settled long ago."""
    Post.objects.exclude(state=State.WAITING).filter(at__lt=now - KEPT).delete()
