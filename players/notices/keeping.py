"""Notices as the site itself shows them, and how long they are kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from players.models import Delivery, Notice, NoticeSettings, User

from .kinds import Told, by_teller
from .models import Channel

SHOWN: Final = 50
KEPT: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Line:
    """A notice in the list."""

    notice: Notice
    told: Told
    is_new: bool


def unread(user: User) -> int:
    return Notice.objects.filter(user=user, in_site=True, read_at=None).count()


def new(user: User) -> list[int]:
    """The keys of what the person has not seen."""
    found = Notice.objects.filter(user=user, in_site=True, read_at=None)
    return list(found.values_list("pk", flat=True))


def lines(user: User) -> list[Line]:
    """The person's latest notices, in words; the newest first."""
    notices = list(Notice.objects.filter(user=user, in_site=True).order_by("-at", "-pk")[:SHOWN])
    told: dict[int, Told] = {}
    for teller, some in by_teller(notices).items():
        told |= teller.say(some)
    return [
        Line(notice, told[notice.pk], notice.read_at is None)
        for notice in notices
        if notice.pk in told
    ]


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Since when the person's channels have failed; None where they do well."""

    mail: datetime | None
    push: datetime | None


def unreachable(user: User, settings: NoticeSettings) -> Unreachable:
    settled = Delivery.objects.filter(user=user, channel=Channel.PUSH, settled_at__isnull=False)
    tried = settled.exclude(state=Delivery.State.DROPPED).select_related("notice")
    last = tried.order_by("-settled_at", "-pk").first()
    failed = last is not None and last.state == Delivery.State.FAILED
    return Unreachable(
        settings.mail_fails_since,
        last.notice.at if last and failed else None,
    )


def read(keys: Collection[int], now: datetime) -> None:
    """The person has opened the list in which these were new."""
    Notice.objects.filter(pk__in=keys, read_at=None).update(read_at=now)


def forget(now: datetime) -> int:
    """Delete old notices; how many. What still waits to be sent stays."""
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING).values("notice")
    old: QuerySet[Notice] = Notice.objects.filter(at__lt=now - KEPT).exclude(pk__in=waiting)
    return old.delete()[1].get("players.Notice", 0)
