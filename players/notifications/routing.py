"""Route notifications: choose the channels and times of their deliveries."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from infrastructure.speed.prepared_queries import Among, PreparedQuery
from players.models import Delivery, Notification, NotificationSettings, PushSubscription, User
from players.notifications.kinds import KINDS, SITE, NotificationKind
from players.notifications.models import Channel
from players.preferences.own_quiet_hours import quiet_hours_end

# How long a mail waits for further notifications to the same person.
GATHER: Final = timedelta(minutes=2)
AT_ONCE: Final = 500


def route(now: datetime) -> int:
    """Route all new notifications and return their number. Any number of workers may run it at once."""
    routed = 0
    while count := _route_some(now):
        routed += count
    return routed


def _new() -> QuerySet[Notification]:
    """New notifications, locked, except those that another process has locked and routes itself."""
    new = Notification.objects.filter(routed_at=None).select_related("user").order_by("pk")
    if connection.features.has_select_for_update_skip_locked:
        new = new.select_for_update(skip_locked=True, of=("self",))
    return new[:AT_ONCE]


@transaction.atomic
def _route_some(now: datetime) -> int:
    notifications = list(_new())
    if not notifications:
        return 0
    reach = _reach({notification.user_id for notification in notifications})
    deliveries: list[Delivery] = []
    for notification in notifications:
        notification.routed_at, notification.in_site = now, False
        if kind := KINDS.get(notification.kind):
            settings = reach.settings[notification.user_id]
            notification.in_site = _goes_by(notification, kind, SITE, partial(wants, settings))
            deliveries += _deliveries(notification, kind, reach, now)
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    Notification.objects.bulk_update(notifications, ["routed_at", "in_site"])
    return len(notifications)


class Reach(NamedTuple):
    """The settings of some people, and which of them each channel reaches."""

    settings: dict[int, NotificationSettings]
    people: dict[str, set[int]]


def _reach(user_ids: Collection[int]) -> Reach:
    # Anyone can sign up with another person's address, so mails go to confirmed ones only.
    addresses = EmailAddress.objects.filter(user__in=user_ids, primary=True, verified=True)
    settings = settings_of(user_ids)
    browsers = PushSubscription.objects.filter(user__in=user_ids).working(timezone.now())
    people = {
        Channel.MAIL.value: {
            user for user, address in addresses.values_list("user", "email") if address != settings[user].dead_address
        },
        Channel.PUSH.value: set(browsers.values_list("user_id", flat=True)),
    }
    return Reach(settings, people)


def _deliveries(
    notification: Notification, kind: type[NotificationKind], reach: Reach, now: datetime
) -> Sequence[Delivery]:
    if not notification.user.is_active:
        return []
    settings = reach.settings[notification.user_id]
    return [
        Delivery(
            notification=notification,
            user_id=notification.user_id,
            channel=channel,
            not_before=_when(notification.user, settings, kind, channel, now),
        )
        for channel in Channel.values
        if notification.user_id in reach.people[channel]
        and _goes_by(notification, kind, channel, partial(wants_sent, settings))
    ]


def _goes_by(
    notification: Notification,
    kind: type[NotificationKind],
    channel: str,
    wanted: Callable[[type[NotificationKind], str], bool],
) -> bool:
    """Whether it goes by the channel; not if another kind brings the person the same news there."""
    same = KINDS.get(notification.data.get("unless", ""))
    return wanted(kind, channel) and not (same and wanted(same, channel))


def _when(
    user: User, settings: NotificationSettings, kind: type[NotificationKind], channel: str, now: datetime
) -> datetime:
    time = now
    if channel == Channel.MAIL and not kind.is_urgent:
        time = digest_time(user, settings, now) or now + GATHER
    return quiet_hours_end(user, time) or time


# --- Settings ---


def settings_of(user_ids: Collection[int]) -> dict[int, NotificationSettings]:
    """The settings of these people, in one query; defaults for people without any."""
    kept = {settings.pk: settings for settings in SETTINGS.all(users=user_ids)}
    return {key: kept.get(key) or NotificationSettings(user_id=key) for key in user_ids}


SETTINGS: Final = PreparedQuery(lambda: NotificationSettings.objects.filter(Among("user", "users")))


def wants(settings: NotificationSettings, kind: type[NotificationKind], channel: str) -> bool:
    """Whether the person wants this kind by the channel, or in the site's list."""
    if kind.group in settings.groups_off:
        return False
    return chose(settings, kind, channel)


def chose(settings: NotificationSettings, kind: type[NotificationKind], channel: str) -> bool:
    """What the person has chosen for the kind, whether or not its group is switched off."""
    chosen = settings.choices.get(kind.name, {}).get(channel)
    return kind.by_default(channel) if chosen is None else bool(chosen)


def who_wants(kind: type[NotificationKind], user_ids: Collection[int]) -> list[int]:
    """The people who want this kind by any channel; for kinds that few want."""
    chosen = settings_of(user_ids).items()
    channels = (SITE, *Channel.values)
    return [key for key, own in chosen if any(wants(own, kind, channel) for channel in channels)]


def wants_sent(settings: NotificationSettings, kind: type[NotificationKind], channel: str) -> bool:
    """As `wants`, for mail and push: people who have switched off mails get none."""
    is_off = channel == Channel.MAIL and settings.mail_is_off
    return not is_off and wants(settings, kind, channel)


def digest_time(user: User, settings: NotificationSettings, now: datetime) -> datetime | None:
    """The time of the person's next daily mail; None if they want mails at once."""
    if settings.digest_hour is None:
        return None
    local = now.astimezone(user.zone)
    time = local.replace(hour=settings.digest_hour, minute=0, second=0, microsecond=0)
    return time if time >= local else time + timedelta(days=1)
