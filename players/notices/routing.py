"""From a notice to its deliveries: by which channels, and when."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db import connection, transaction

from players.models import Delivery, Notice, NoticeSettings, PushSubscription, User

from .choices import digest_time, quiet_ends, settings_of, wants, wants_sent
from .kinds import KINDS, SITE, Kind
from .models import Channel

# A mail waits this long for others to the same person.
GATHER: Final = timedelta(minutes=2)
AT_ONCE: Final = 500


def route(now: datetime) -> int:
    """Decide for all new notices how they go out; how many. Any number of workers may do it at once."""
    routed = 0
    while found := _route_some(now):
        routed += found
    return routed


@transaction.atomic
def _route_some(now: datetime) -> int:
    new = Notice.objects.filter(routed_at=None).order_by("pk")
    if connection.features.has_select_for_update_skip_locked:
        new = new.select_for_update(skip_locked=True, of=("self",))
    notices = list(new.select_related("user")[:AT_ONCE])
    if not notices:
        return 0
    reach = _reach({notice.user_id for notice in notices})
    deliveries: list[Delivery] = []
    for notice in notices:
        notice.routed_at, notice.in_site = now, False
        if kind := KINDS.get(notice.kind):
            notice.in_site = wants(reach.settings[notice.user_id], kind, SITE)
            deliveries += _deliveries(notice, kind, reach, now)
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    Notice.objects.bulk_update(notices, ["routed_at", "in_site"])
    return len(notices)


@dataclass(frozen=True, slots=True)
class Reach:
    """How some people can be reached."""

    settings: dict[int, NoticeSettings]
    by_mail: Collection[int]
    by_push: Collection[int]

    def may(self, notice: Notice, channel: str) -> bool:
        return notice.user_id in (self.by_push if channel == Channel.PUSH else self.by_mail)


def _reach(user_ids: Collection[int]) -> Reach:
    # Anyone may sign up with another's address: only who has opened the link mailed to it gets mails.
    addresses = EmailAddress.objects.filter(user__in=user_ids, primary=True, verified=True)
    browsers = PushSubscription.objects.filter(user__in=user_ids)
    return Reach(
        settings_of(user_ids),
        set(addresses.values_list("user_id", flat=True)),
        set(browsers.values_list("user_id", flat=True)),
    )


def _deliveries(notice: Notice, kind: Kind, reach: Reach, now: datetime) -> Sequence[Delivery]:
    if not notice.user.is_active:
        return []
    settings = reach.settings[notice.user_id]
    return [
        Delivery(
            notice=notice,
            user_id=notice.user_id,
            channel=channel,
            not_before=_when(notice.user, settings, kind, channel, now),
        )
        for channel in Channel.values
        if reach.may(notice, channel) and wants_sent(settings, kind, channel)
    ]


def _when(
    user: User, settings: NoticeSettings, kind: Kind, channel: str, now: datetime
) -> datetime:
    time = now
    if channel == Channel.MAIL and not kind.is_urgent:
        time = digest_time(user, settings, now) or now + GATHER
    return quiet_ends(user, time) or time
