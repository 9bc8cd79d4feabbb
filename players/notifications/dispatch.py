"""Send notifications: find what is due, check that it is still wanted and true, and send it.

`outbox` claims, retries and settles deliveries; `routing` chooses their channels and times.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.utils import timezone, translation

from players.models import Delivery, NotificationSettings, User
from players.notifications import outbox, routing
from players.notifications.kinds import KINDS, SOURCES, NotificationKind, bind
from players.notifications.mail import MailSender, Outgoing
from players.notifications.models import Channel
from players.notifications.push import PushSender
from players.notifications.routing import GATHER, settings_of, wants_sent
from players.preferences.own_quiet_hours import quiet_hours_end

log = logging.getLogger(__name__)

# The person may leave the page that shows a notification's subject: check again after this time.
LOOK_AGAIN: Final = timedelta(minutes=5)
BURST: Final = timedelta(hours=1)
"""After part of a burst was sent, the same channel sends no more of it for this long."""
AT_ONCE: Final = 2000
SENDERS: Final[dict[str, type[MailSender | PushSender]]] = {Channel.MAIL: MailSender, Channel.PUSH: PushSender}
State = Delivery.State


def due_now(now: datetime) -> list[tuple[int, str]]:
    """Write and route what has become due; return the people and channels with due deliveries."""
    for source in SOURCES:
        try:
            source(now)
        except Exception:
            # One app's error must not delay another's notifications.
            log.exception("A source of notifications failed")
    routing.route(now)
    return due(now)


def due(now: datetime) -> list[tuple[int, str]]:
    rows = outbox.due(Delivery.objects.all(), now).order_by("not_before")
    return list(dict.fromkeys(rows.values_list("user_id", "channel")[:AT_ONCE]))


def deliver(*, user_id: int, channel: str, now: datetime) -> None:
    """Send the person what is due by the channel, unless another sender is doing so."""
    began = timezone.now()
    claimed = _claim(user_id, channel, now)
    if not claimed:
        return
    user = claimed[0].notification.user
    if not user.is_active:
        outbox.settle(claimed, State.DROPPED, now)
    elif until := quiet_hours_end(user, now):
        outbox.postpone(claimed, until)
    else:
        with translation.override(user.own_language), timezone.override(user.zone):
            _send(user, claimed, channel, now, began)


def _claim(user_id: int, channel: str, now: datetime) -> list[Delivery]:
    """Claim what is due; for mails, also what is due within minutes."""
    mine = Delivery.objects.filter(user=user_id, channel=channel)
    due = outbox.due(mine, now)
    claims = list(due.order_by("pk").values_list("claim", flat=True))
    if not claims:
        return []
    if key := next(filter(None, claims), None):
        # A dead sender's claim, or that of a retry: sent again unchanged, so that the Message-ID marks duplicates.
        wanted = due.filter(claim=key)
    else:
        ahead = now + GATHER if channel == Channel.MAIL else now
        wanted = mine.filter(claim=None, not_before__lte=ahead)
    claimed = outbox.claim(wanted, now, key).select_related("notification__user")
    return list(claimed.order_by("notification__at", "notification_id"))


def _send(user: User, claimed: Sequence[Delivery], channel: str, now: datetime, began: datetime) -> None:
    sender = SENDERS[channel]()
    try:
        items = _messages(claimed, channel, now, sender.most_of_burst)
    except Exception as error:
        # A bug of the site: treated like any failure, so that it is not retried forever.
        log.exception("Notifications could not be worded")
        outbox.fail(claimed, error, now)
        sender.report_failure(user, claimed)
        return
    with sender:
        for batch in [items] if sender.sends_together else [[item] for item in items]:
            # An unresponsive server delays the rest, and claims run out.
            elapsed = timezone.now() - began
            held = outbox.renew([delivery for delivery, _message in batch], now + elapsed)
            if not held:
                continue
            batch = [item for item in batch if item.delivery in held]
            if outbox.attempt(held, partial(sender.send, user, batch), now):
                sender.report_failure(user, held)


# --- What is still wanted and true, in words ---


def _messages(claimed: Sequence[Delivery], channel: str, now: datetime, most_of_burst: int) -> list[Outgoing]:
    """The deliveries to send, with their messages; the others are settled or postponed."""
    user_id = claimed[0].user_id
    chosen = settings_of([user_id])[user_id]
    wanted = _still_wanted(claimed, chosen, channel, now)
    standing = _still_true(wanted, chosen, channel, now)
    worded = [(delivery, kind.message()) for delivery, kind in standing]
    items = [Outgoing(delivery, message) for delivery, message in worded if message]
    outbox.settle((delivery for delivery, message in worded if not message), State.DROPPED, now)
    items = _without_bursts(items, channel, now, most_of_burst)
    # In the order of the kinds, which puts requests before news.
    order = list(KINDS)
    return sorted(items, key=lambda item: order.index(item.delivery.notification.kind))


def _still_wanted(
    claimed: Sequence[Delivery], chosen: NotificationSettings, channel: str, now: datetime
) -> list[Delivery]:
    """Drop what the person has switched off since it was routed."""

    def is_wanted(delivery: Delivery) -> bool:
        kind = KINDS.get(delivery.notification.kind)
        return kind is not None and wants_sent(chosen, kind, channel)

    wanted = [delivery for delivery in claimed if is_wanted(delivery)]
    outbox.settle((delivery for delivery in claimed if delivery not in wanted), State.DROPPED, now)
    return wanted


def _still_true(
    deliveries: Sequence[Delivery], chosen: NotificationSettings, channel: str, now: datetime
) -> list[tuple[Delivery, NotificationKind]]:
    """Drop what is over, already seen or superseded; what may wait while it is seen is postponed."""
    kinds = bind((delivery.notification for delivery in deliveries), full=channel == Channel.MAIL)
    current = {key: kind for key, kind in kinds.items() if kind.is_current}
    # Outdated ones supersede nothing: they may come last if a clock was set back.
    last = {kind.topic: key for key, kind in current.items()}
    valid: list[tuple[Delivery, NotificationKind]] = []
    outdated: list[Delivery] = []
    waiting: list[Delivery] = []
    for delivery in deliveries:
        kind = current.get(delivery.notification_id)
        if kind is None or last[kind.topic] != delivery.notification_id:
            outdated.append(delivery)
        elif chosen.even_if_seen or not kind.is_seen:
            valid.append((delivery, kind))
        else:
            (waiting if kind.waits_while_seen else outdated).append(delivery)
    outbox.settle(outdated, State.DROPPED, now)
    outbox.postpone(waiting, now + LOOK_AGAIN)
    return valid


def _without_bursts(items: Sequence[Outgoing], channel: str, now: datetime, most: int) -> list[Outgoing]:
    """Keep the last few of each burst, or none if part of it was sent within the hour; drop the rest."""
    bursts = {burst for item in items if (burst := _burst(item.delivery))}
    if not bursts:
        return list(items)
    # By burst; items without one always have room.
    room = {"": len(items)} | dict.fromkeys(bursts, most)
    room |= dict.fromkeys(_recent_bursts(items[0].delivery.user_id, channel, now), 0)
    kept: list[Outgoing] = []
    surplus: list[Delivery] = []
    for item in reversed(items):
        if room[_burst(item.delivery)]:
            room[_burst(item.delivery)] -= 1
            kept.append(item)
        else:
            surplus.append(item.delivery)
    outbox.settle(surplus, State.DROPPED, now)
    return kept[::-1]


def _recent_bursts(user_id: int, channel: str, now: datetime) -> set[str]:
    sent = Delivery.objects.filter(user=user_id, channel=channel, state=State.SENT, settled_at__gt=now - BURST)
    return {burst for delivery in sent.select_related("notification") if (burst := _burst(delivery))}


def _burst(delivery: Delivery) -> str:
    """The group of notifications that one person can trigger repeatedly, if any."""
    burst = delivery.notification.data.get("burst")
    return f"{delivery.notification.kind}:{burst}" if burst else ""
