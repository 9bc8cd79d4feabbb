"""By which channels a person wants to be told of what, and when he wants no noise."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from players.models import NoticeSettings, User
from players.zones import zone

from .kinds import Kind
from .models import Channel


def settings_of(user_ids: Collection[int]) -> dict[int, NoticeSettings]:
    """Everybody's settings, in one query; who has none yet has the defaults."""
    kept = NoticeSettings.objects.in_bulk(user_ids)
    return {key: kept.get(key) or NoticeSettings(user_id=key) for key in user_ids}


def wants(settings: NoticeSettings, kind: Kind, channel: str) -> bool:
    """Whether the person is to be told of this kind by the channel, or in the site."""
    chosen = settings.choices.get(kind.name, {}).get(channel)
    return kind.by_default(channel) if chosen is None else bool(chosen)


def wants_sent(settings: NoticeSettings, kind: Kind, channel: str) -> bool:
    """The same of what leaves the site: no kind is mailed to who wants no mails at all."""
    is_off = channel == Channel.MAIL and settings.mail_is_off
    return not is_off and wants(settings, kind, channel)


def digest_time(user: User, settings: NoticeSettings, now: datetime) -> datetime | None:
    """When the person's next daily mail goes out; None for who wants none."""
    if settings.digest_hour is None:
        return None
    local = now.astimezone(zone(user.time_zone))
    time = local.replace(hour=settings.digest_hour, minute=0, second=0, microsecond=0)
    return time if time >= local else time + timedelta(days=1)


def quiet_ends(user: User, now: datetime) -> datetime | None:
    """When the quiet hours end in which ``now`` falls, by the person's own clock; None outside of them."""
    start, end = user.quiet_from, user.quiet_until
    if not user.keeps_quiet or start == end:
        return None
    local = now.astimezone(zone(user.time_zone))
    time = local.time()
    over_midnight = start > end
    if not (time >= start or time < end if over_midnight else start <= time < end):
        return None
    day = local.date() + timedelta(days=over_midnight and time >= start)
    # An hour that comes twice ends in the reading in which it is now.
    return datetime.combine(day, end, local.tzinfo).replace(fold=local.fold)
