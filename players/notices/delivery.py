"""Sending: each delivery is claimed by one sender, checked once more, sent, and settled.

A claim pushes `Delivery.not_before` on, by a conditional update that only one sender can win, and again right before
each sending: what another has taken over meanwhile from a sender that was slow is the other's. Should the sender die,
the delivery is due again when the claim has run out, together with those that were claimed with it. It was not sent,
unless the process died in the very moment between the server's yes and the row's: then a mail goes out a second time,
under the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from django.utils import timezone, translation

from players.models import Delivery, NoticeSettings, User
from players.zones import zone

from . import mail, push
from .choices import quiet_ends, settings_of, wants_sent
from .errors import Refused
from .kinds import KINDS, Told, Truth, by_teller
from .models import Channel
from .routing import GATHER
from .services import confirmed_address

log = logging.getLogger(__name__)

# Longer than sending to all browsers of a person takes, or a mail.
CLAIM: Final = timedelta(minutes=5)
# What the person has before his eyes is looked at again after this time.
GLANCE: Final = timedelta(minutes=5)
PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720))
"""How long to wait after each failure; after the last one it is given up."""
# What somebody may set off again and again goes out so seldom, and no more of it together.
BURST: Final = timedelta(hours=1)
MOST_OF_BURST: Final = {Channel.MAIL: 5, Channel.PUSH: 1}
AT_ONCE: Final = 2000
State = Delivery.State


def due(now: datetime) -> list[tuple[int, str]]:
    """To whom something is to be sent now, and by which channel."""
    rows = Delivery.objects.filter(state=State.WAITING, not_before__lte=now).order_by("not_before")
    return list(dict.fromkeys(rows.values_list("user_id", "channel")[:AT_ONCE]))


def deliver(*, user_id: int, channel: str, now: datetime) -> None:
    """Send the person what is due by the channel; does nothing when another sender is at it."""
    began = timezone.now()
    claimed = _claim(user_id, channel, now)
    if not claimed:
        return
    user = claimed[0].notice.user
    if not user.is_active:
        _settle(claimed, State.DROPPED, now)
        return
    if quiet := quiet_ends(user, now):
        _put_off(claimed, quiet)
        return
    with translation.override(user.own_language), timezone.override(zone(user.time_zone)):
        try:
            items = _to_say(_still_wanted(claimed, channel, now), channel, now)
        except Exception as error:
            # A fault of ours: it must not come back every few minutes for ever.
            log.exception("Notices could not be worded")
            _failed(claimed, error, now)
            return
        if channel == Channel.MAIL:
            held = _still_held([one for one, _told in items], now + (timezone.now() - began))
            _send_mail(user, [(one, told) for one, told in items if one in held], now)
        else:
            for one, told in items:
                # A push service that does not answer holds up all that stand behind it.
                if _still_held([one], now + (timezone.now() - began)):
                    _send_push(one, told, now)


def _claim(user_id: int, channel: str, now: datetime) -> list[Delivery]:
    """Take what is due, and of mails also what would follow within minutes."""
    mine = Delivery.objects.filter(user=user_id, channel=channel, state=State.WAITING)
    due = mine.filter(not_before__lte=now)
    claim = due.exclude(claim=None).values_list("claim", flat=True).first()
    if claim:
        # What a sender left who died goes as it was, so that a mail that did get out can be told for the same.
        wanted = due.filter(claim=claim)
    elif due.exists():
        claim, ahead = uuid4(), now + GATHER if channel == Channel.MAIL else now
        wanted = mine.filter(claim=None, not_before__lte=ahead)
    else:
        return []
    if not wanted.update(claim=claim, not_before=now + CLAIM):
        return []
    # Not what the other sender goes on with under this claim, if he is alive.
    rows = Delivery.objects.filter(claim=claim, state=State.WAITING, not_before=now + CLAIM)
    return list(rows.select_related("notice__user").order_by("notice__at", "notice_id"))


def _still_held(claimed: Sequence[Delivery], now: datetime) -> list[Delivery]:
    """What is this sender's still, claimed anew: what was not sent in time another may have taken over."""
    if not claimed:
        return []
    until, keys = now + CLAIM, [one.pk for one in claimed]
    waiting = Delivery.objects.filter(pk__in=keys, state=State.WAITING, claim=claimed[0].claim)
    if waiting.filter(not_before=claimed[0].not_before).update(not_before=until) == len(keys):
        return list(claimed)
    held = set(waiting.filter(not_before=until).values_list("pk", flat=True))
    return [one for one in claimed if one.pk in held]


# --- Is it wanted and true still, and what does it say ---


def _still_wanted(claimed: Sequence[Delivery], channel: str, now: datetime) -> Sequence[Delivery]:
    """Without what the person has switched off since it was written; that is settled."""
    user_id = claimed[0].user_id
    chosen = settings_of([user_id])[user_id]

    def is_wanted(one: Delivery) -> bool:
        kind = KINDS.get(one.notice.kind)
        return kind is not None and wants_sent(chosen, kind, channel)

    wanted = [one for one in claimed if is_wanted(one)]
    _settle((one for one in claimed if one not in wanted), State.DROPPED, now)
    return wanted


def _to_say(
    claimed: Sequence[Delivery], channel: str, now: datetime
) -> list[tuple[Delivery, Told]]:
    """What holds still, in words; what does not is settled."""
    standing = _still_true(claimed, now)
    told: dict[int, Told] = {}
    for teller, notices in by_teller(one.notice for one in standing).items():
        told |= teller.say(notices, full=channel == Channel.MAIL)
    _settle((one for one in standing if one.notice_id not in told), State.DROPPED, now)
    items = [(one, told[one.notice_id]) for one in standing if one.notice_id in told]
    items = _without_bursts(items, channel, now)
    # What waits for an answer comes before what is news: that is the order of the kinds.
    order = list(KINDS)
    return sorted(items, key=lambda item: order.index(item[0].notice.kind))


def _still_true(deliveries: Sequence[Delivery], now: datetime) -> list[Delivery]:
    truths: dict[int, Truth] = {}
    for teller, notices in by_teller(one.notice for one in deliveries).items():
        truths |= teller.check(notices)
    sorted_out: dict[Truth, list[Delivery]] = {truth: [] for truth in Truth}
    for one in deliveries:
        sorted_out[truths.get(one.notice_id, Truth.OVER)].append(one)
    _settle(sorted_out[Truth.OVER], State.DROPPED, now)
    _put_off(sorted_out[Truth.NOT_NOW], now + GLANCE)
    return sorted_out[Truth.HOLDS]


def _without_bursts(
    items: Sequence[tuple[Delivery, Told]], channel: str, now: datetime
) -> list[tuple[Delivery, Told]]:
    """Of each burst the last few, and nothing if some of it went out not long ago; the rest is settled."""
    bursts = {burst for one, _told in items if (burst := _burst(one))}
    if not bursts:
        return list(items)
    # By burst; what belongs to none has all the room that it needs.
    room = {"": len(items)} | dict.fromkeys(bursts, MOST_OF_BURST[Channel(channel)])
    room |= dict.fromkeys(_sent_of_late(items[0][0].user_id, channel, now), 0)
    kept: list[tuple[Delivery, Told]] = []
    over: list[Delivery] = []
    for one, told in reversed(items):
        if room[_burst(one)]:
            room[_burst(one)] -= 1
            kept.append((one, told))
        else:
            over.append(one)
    _settle(over, State.DROPPED, now)
    return kept[::-1]


def _sent_of_late(user_id: int, channel: str, now: datetime) -> set[str]:
    """The bursts of which the person has been told by the channel within the hour."""
    sent = Delivery.objects.filter(
        user=user_id, channel=channel, state=State.SENT, settled_at__gt=now - BURST
    )
    return {burst for one in sent.select_related("notice") if (burst := _burst(one))}


def _burst(delivery: Delivery) -> str:
    """What it belongs to of which somebody may set off as much as he likes; empty for what just happens."""
    burst = delivery.notice.data.get("burst")
    return f"{delivery.notice.kind}:{burst}" if burst else ""


# --- The channels ---


def _send_mail(user: User, items: Sequence[tuple[Delivery, Told]], now: datetime) -> None:
    if not items:
        return
    deliveries = [one for one, _told in items]
    address = confirmed_address(user)
    if not address:
        _settle(deliveries, State.DROPPED, now)
        return
    letter = mail.letter(
        user, address, [(one.notice, told) for one, told in items], str(deliveries[0].claim)
    )
    with mail.post() as connection:
        try:
            mail.send(letter, connection)
        except Exception as error:
            _failed(deliveries, error, now)
            return
        # At once, before the server is even told goodbye: should the process die in between, it is sent again.
        _settle(deliveries, State.SENT, now)
    NoticeSettings.objects.filter(user=user, mail_fails_since__isnull=False).update(
        mail_fails_since=None
    )


def _send_push(delivery: Delivery, told: Told, now: datetime) -> None:
    try:
        reached = push.send(delivery.notice, told)
    except Exception as error:
        _failed([delivery], error, now)
        return
    _settle([delivery], State.SENT if reached else State.DROPPED, now)


# --- What becomes of them ---


def _failed(deliveries: Sequence[Delivery], error: Exception, now: datetime) -> None:
    """Try again later; after a refusal for good, or many tries, let the person know in the site."""
    # The text of an error may name addresses.
    log.warning("A notice could not be sent: %s", type(error).__name__)
    given_up = []
    for one in deliveries:
        tries = one.tries + 1
        is_given_up = isinstance(error, Refused) or tries > len(PAUSES)
        values: dict[str, Any] = {"tries": tries, "error": _described(error), "claim": None}
        if is_given_up:
            values |= {"state": State.FAILED, "settled_at": now}
        else:
            values["not_before"] = now + PAUSES[one.tries]
        # Whoever has had enough of them meanwhile gets no other try.
        waiting = Delivery.objects.filter(pk=one.pk, state=State.WAITING)
        if waiting.update(**values) and is_given_up:
            given_up.append(one)
    if mails := [one for one in given_up if one.channel == Channel.MAIL]:
        _mail_fails(mails[0].user_id, min(one.notice.at for one in mails))


def _mail_fails(user_id: int, since: datetime) -> None:
    NoticeSettings.objects.get_or_create(user_id=user_id)
    mine = NoticeSettings.objects.filter(user=user_id, mail_fails_since=None)
    mine.update(mail_fails_since=since)


def _described(error: Exception) -> str:
    code = getattr(error, "smtp_code", "") or getattr(error, "status_code", "") or ""
    return f"{type(error).__name__} {code}".strip()[:200]


def _settle(deliveries: Iterable[Delivery], state: str, now: datetime) -> None:
    keys = [one.pk for one in deliveries]
    if keys:
        Delivery.objects.filter(pk__in=keys).update(state=state, settled_at=now, error="")


def _put_off(deliveries: Iterable[Delivery], until: datetime) -> None:
    keys = [one.pk for one in deliveries]
    if keys:
        Delivery.objects.filter(pk__in=keys).update(not_before=until, claim=None)
