"""Posting what is owed: claimed by one sender, in order, tried again where it fails."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone, translation
from urllib3.exceptions import HTTPError

from leagues.models import Post, Webhook
from players.notices.delivery import CLAIM, PAUSES

from .bodies import body_of
from .posting import BadAddress, NotTaken, send
from .words import say

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=30)
AT_ONCE: Final = 50
GONE: Final = (401, 403, 404, 410)
"""Answers that another try would not change."""


def due(now: datetime) -> list[int]:
    """The clubs whose webhooks have something to post now."""
    rows = Post.objects.filter(state=Post.State.WAITING, not_before__lte=now)
    return list(dict.fromkeys(rows.order_by("not_before").values_list("webhook", flat=True)))


def post_all(club_id: int) -> None:
    """Post what is due to the club's webhook, until something fails: what comes after it waits with it."""
    webhook = Webhook.objects.filter(club=club_id).select_related("club").first()
    if webhook is None:
        return
    waiting = webhook.posts.filter(state=Post.State.WAITING).order_by("pk")
    for post in waiting[:AT_ONCE]:
        if not _claimed(post) or not _post(webhook, post):
            return


def _claimed(post: Post) -> bool:
    """Take it, unless it is not due yet or another sender has it."""
    now = timezone.now()
    mine = Post.objects.filter(pk=post.pk, state=Post.State.WAITING, not_before__lte=now)
    return bool(mine.update(not_before=now + CLAIM))


def _post(webhook: Webhook, post: Post) -> bool:
    """Whether the next one may follow."""
    try:
        with translation.override(webhook.language):
            said = say(post, webhook.club)
    except Exception:
        # A fault of ours: it must not hold up for ever what comes after it.
        log.exception("A post could not be worded")
        _settle(post, Post.State.FAILED)
        return True
    if said is None:
        _settle(post, Post.State.SENT)
        return True
    try:
        send(webhook.url, *body_of(webhook, post, said))
    except (BadAddress, NotTaken, HTTPError, OSError) as error:
        _failed(webhook, post, error)
        return False
    _settle(post, Post.State.SENT)
    Webhook.objects.filter(pk=webhook.pk).update(fails_since=None, error="")
    return True


def _settle(post: Post, state: str) -> None:
    Post.objects.filter(pk=post.pk).update(state=state)


def _failed(webhook: Webhook, post: Post, error: Exception) -> None:
    # Its text may hold the address.
    log.warning("A webhook could not be posted to: %s", type(error).__name__)
    tries, now = post.tries + 1, timezone.now()
    is_over = tries > len(PAUSES) or (isinstance(error, NotTaken) and error.status in GONE)
    values = {"state": Post.State.FAILED} if is_over else {"not_before": now + PAUSES[tries - 1]}
    Post.objects.filter(pk=post.pk).update(tries=tries, **values)
    status = f" {error.status}" if isinstance(error, NotTaken) else ""
    mine = Webhook.objects.filter(pk=webhook.pk)
    mine.update(error=type(error).__name__ + status)
    mine.filter(fails_since=None).update(fails_since=now)


def forget(now: datetime) -> None:
    """Drop what was posted, or given up, long ago."""
    Post.objects.exclude(state=Post.State.WAITING).filter(at__lt=now - KEPT).delete()
