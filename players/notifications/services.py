"""Unsubscribing from mails, push subscriptions, and the calendar's secret address."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from players.models import CalendarFeed, Delivery, NotificationSettings, PushSubscription, Session, User
from players.notifications.models import Channel
from players.notifications.push import MOST_EACH


@transaction.atomic
def stop_mails(user: User, kind: str) -> None:
    """Stop mails of the kind, or of "all"; waiting ones are dropped."""
    chosen, _is_new = NotificationSettings.objects.select_for_update().get_or_create(user=user)
    waiting = Delivery.objects.filter(user=user, channel=Channel.MAIL, state=Delivery.State.WAITING)
    if kind == "all":
        chosen.mail_is_off = True
    else:
        chosen.choices.setdefault(kind, {})[Channel.MAIL.value] = False
        waiting = waiting.filter(notification__kind=kind)
    chosen.save(update_fields=["mail_is_off", "choices"])
    waiting.update(state=Delivery.State.DROPPED, settled_at=timezone.now())


@transaction.atomic
def subscribe(user: User, session: str, *, endpoint: str, p256dh: str, auth: str, former: str = "") -> bool:
    """Let a browser show the person's notifications while they are signed in, instead of its former user's.

    ``session`` is the key of their sign-in's row. ``former`` is the subscription that a browser renews by itself; False
    if the person has ended it.
    """
    mine = PushSubscription.objects.filter(user=user)
    if former and not mine.filter(endpoint=former).delete()[0]:
        return False
    mine.filter(session=session, refused_at__isnull=False).delete()
    values = {"user": user, "session_id": session, "p256dh": p256dh, "auth": auth, "refused_at": None}
    PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
    old = list(mine.order_by("-created_at", "-pk").values_list("pk", flat=True)[MOST_EACH:])
    PushSubscription.objects.filter(pk__in=old).delete()
    return True


def forget_browsers(now: datetime) -> None:
    """Delete subscriptions with expired sign-ins; without a stored one, those of people signed in nowhere."""
    here = Session.objects.filter(expire_date__gt=now, user__isnull=False)
    PushSubscription.objects.filter(session__expire_date__lte=now).delete()
    PushSubscription.objects.filter(session=None).exclude(user__in=here.values("user")).delete()


def make_feed(user: User) -> None:
    """Make a secret address for the person's calendar, which replaces any former one."""
    token = secrets.token_urlsafe(24)
    CalendarFeed.objects.update_or_create(user=user, defaults={"token": token})
