"""The site's own list of notifications, and deleting old ones."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import BigIntegerField, QuerySet

from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from players.models import Delivery, Notification, User
from players.notifications.kinds import Message, bind
from players.notifications.models import Channel

SHOWN: Final = 50
KEPT: Final = timedelta(days=90)
USER: Final = Parameter("user", BigIntegerField())
UNREAD: Final = PreparedQuery(
    lambda: Notification.objects.filter(user=USER, in_site=True, read_at=None).values_list("pk")
)
# How mails fare, and a row for each browser that takes the person's notifications, or one without a browser.
# Untyped, since the stubs do not know that an outer join finds NULL.
REACH: Final[PreparedQuery[Any]] = PreparedQuery(
    lambda: (
        User.objects.filter(pk=USER)
        .order_by("push_subscriptions__created_at")
        .values_list(
            "notification_settings__mail_fails_since",
            "notification_settings__dead_address",
            "notification_settings__dead_by_complaint",
            "push_subscriptions__created_at",
            "push_subscriptions__refused_at",
        )
    )
)


@dataclass(frozen=True, slots=True)
class Line:
    """A notification in the list."""

    notification: Notification
    message: Message
    is_new: bool


def unread(user: User) -> int:
    """How many notifications the person has not read: the masthead of every page shows it."""
    return UNREAD.count(user=user.pk)


def new(user: User) -> list[int]:
    """The keys of the person's unread notifications."""
    return [key for (key,) in UNREAD.all(user=user.pk)]


def lines(user: User) -> list[Line]:
    """The person's latest notifications with their messages, newest first."""
    notifications = list(Notification.objects.filter(user=user, in_site=True).order_by("-at", "-pk")[:SHOWN])
    kinds = bind(notifications)
    worded = [
        (notification, kinds[notification.pk].message()) for notification in notifications if notification.pk in kinds
    ]
    return [Line(notification, message, notification.read_at is None) for notification, message in worded if message]


@dataclass(frozen=True, slots=True)
class Unreachable:
    """When mail and push began to fail for the person; None if they work."""

    mail: datetime | None = None
    push: datetime | None = None
    browser: datetime | None = None
    """When the first browser refused them, if others still take them."""
    dead_address: str = ""
    """The person's address if mail is not sent there any more."""
    is_complaint: bool = False


def unreachable(user: User) -> Unreachable:
    rows = REACH.all(user=user.pk)
    # All three are NULL for people who keep the defaults.
    mail, dead_address, is_complaint = rows[0][:3]
    is_dead = bool(dead_address) and dead_address == user.email
    found = Unreachable(mail=mail, dead_address=dead_address if is_dead else "", is_complaint=bool(is_complaint))
    browsers = [(created, refused) for *_mail, created, refused in rows if created]
    refused = [at for _created, at in browsers if at]
    if refused:
        none_left = len(refused) == len(browsers)
        since = min(refused)
        return replace(found, push=since) if none_left else replace(found, browser=since)
    failed = _last_failed_push(user) if browsers else None
    # A browser that subscribed later has not failed yet.
    concerns = failed is not None and failed.settled_at is not None and browsers[0][0] <= failed.settled_at
    return replace(found, push=failed.notification.at) if failed and concerns else found


def _last_failed_push(user: User) -> Delivery | None:
    """The person's last push, if it was given up."""
    settled = Delivery.objects.filter(user=user, channel=Channel.PUSH, settled_at__isnull=False)
    tried = settled.exclude(state=Delivery.State.DROPPED).select_related("notification")
    last = tried.order_by("-settled_at", "-pk").first()
    return last if last and last.state == Delivery.State.FAILED else None


def read(keys: Collection[int], now: datetime) -> None:
    Notification.objects.filter(pk__in=keys, read_at=None).update(read_at=now)


def forget(now: datetime) -> int:
    """Delete old notifications that are not waiting to be sent; return their number."""
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING).values("notification")
    old: QuerySet[Notification] = Notification.objects.filter(at__lt=now - KEPT).exclude(pk__in=waiting)
    return old.delete()[1].get("players.Notification", 0)
