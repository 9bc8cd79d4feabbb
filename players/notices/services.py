"""What is written about how a person is told."""

from __future__ import annotations

import secrets

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from players.models import CalendarFeed, Delivery, NoticeSettings, PushSubscription, User

from .models import Channel
from .push import MOST_EACH


def confirmed_address(user: User) -> str:
    """Where the person's mails go; empty while no address is known to be his."""
    found = EmailAddress.objects.filter(user=user, primary=True, verified=True)
    return found.values_list("email", flat=True).first() or ""


@transaction.atomic
def stop_mails(user: User, kind: str) -> None:
    """No more mails of the kind, or of any ("all"); what waits is not sent either."""
    NoticeSettings.objects.get_or_create(user=user)
    chosen = NoticeSettings.objects.select_for_update().get(user=user)
    waiting = Delivery.objects.filter(user=user, channel=Channel.MAIL, state=Delivery.State.WAITING)
    if kind == "all":
        chosen.mail_is_off = True
    else:
        chosen.choices.setdefault(kind, {})[Channel.MAIL.value] = False
        waiting = waiting.filter(notice__kind=kind)
    chosen.save(update_fields=["mail_is_off", "choices"])
    waiting.update(state=Delivery.State.DROPPED, settled_at=timezone.now())


@transaction.atomic
def subscribe(user: User, *, endpoint: str, p256dh: str, auth: str) -> None:
    """Let a browser show the person's notices; whoever used it before is told there no longer."""
    values = {"user": user, "p256dh": p256dh, "auth": auth}
    PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
    mine = PushSubscription.objects.filter(user=user).order_by("-created_at", "-pk")
    old = list(mine.values_list("pk", flat=True)[MOST_EACH:])
    PushSubscription.objects.filter(pk__in=old).delete()


def make_feed(user: User) -> None:
    """A secret address for the person's calendar; a former one leads nowhere any longer."""
    token = secrets.token_urlsafe(24)
    CalendarFeed.objects.update_or_create(user=user, defaults={"token": token})
