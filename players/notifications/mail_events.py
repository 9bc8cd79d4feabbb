"""What mail services report about mail that they sent for the site: addresses that don't exist, and complaints.

Each service has a form of its own; the site's own is for everything else. Delays, full mailboxes and the like are
left to the service, which tries again.
"""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from players.models import Delivery, NotificationSettings, User
from players.notifications.models import Channel

log = logging.getLogger(__name__)

POSTMARK_DEAD: Final = {"HardBounce", "BadEmailAddress"}


class MailEvent(NamedTuple):
    """No more mail may go to the address."""

    address: str
    is_complaint: bool


def read_events(body: bytes) -> list[MailEvent]:
    """The events in the request, whichever service sent it. Raises `ValueError` for what none sends."""
    try:
        report = json.loads(body)
        for key, read in FORMS.items():
            if key in report:
                return [event for event in read(report) if "@" in event.address]
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError from error
    raise ValueError


def _own(report: dict[str, Any]) -> Iterator[MailEvent]:
    """`{"address": …, "event": "bounce"}`, or "complaint"."""
    if report["event"] not in ("bounce", "complaint"):
        raise ValueError
    yield MailEvent(report["address"].strip(), report["event"] == "complaint")


def _postmark(report: dict[str, Any]) -> Iterator[MailEvent]:
    is_complaint = report["RecordType"] == "SpamComplaint"
    if is_complaint or report.get("Type") in POSTMARK_DEAD:
        yield MailEvent(report["Email"], is_complaint)


def _mailgun(report: dict[str, Any]) -> Iterator[MailEvent]:
    event = report["event-data"]
    is_complaint = event["event"] == "complained"
    if is_complaint or (event["event"] == "failed" and event["severity"] == "permanent"):
        yield MailEvent(event["recipient"], is_complaint)


def _ses(report: dict[str, Any]) -> Iterator[MailEvent]:
    """Amazon SES reports through SNS, whose subscription somebody has to confirm first."""
    if report["Type"] == "SubscriptionConfirmation":
        # Its token confirms this one subscription, and nothing else.
        text = "Open this address to have Amazon SES report here: %s"
        log.warning(text, report["SubscribeURL"], extra={"shows_address": True})
    if report["Type"] != "Notification":
        return
    message = json.loads(report["Message"])
    kind = message.get("eventType") or message.get("notificationType")
    if kind == "Bounce" and message["bounce"]["bounceType"] == "Permanent":
        yield from (MailEvent(one["emailAddress"], False) for one in message["bounce"]["bouncedRecipients"])
    elif kind == "Complaint":
        yield from (MailEvent(one["emailAddress"], True) for one in message["complaint"]["complainedRecipients"])


# By a key that only this service's reports have.
FORMS: Final[dict[str, Callable[[dict[str, Any]], Iterator[MailEvent]]]] = {
    "RecordType": _postmark,
    "event-data": _mailgun,
    "Message": _ses,
    "address": _own,
}


@transaction.atomic
def stop_mail_to(event: MailEvent) -> bool:
    """Send nothing more to the address on the site's own account; False if mails go to nobody there.

    People may have other addresses, to which only codes are sent.
    """
    confirmed = EmailAddress.objects.filter(email=event.address.lower(), verified=True, primary=True).first()
    if confirmed is None:
        return False
    now = timezone.now()
    dead = {"dead_address": confirmed.email, "dead_by_complaint": event.is_complaint}
    NotificationSettings.objects.update_or_create(user_id=confirmed.user_id, defaults=dead)
    waiting = Delivery.objects.filter(user_id=confirmed.user_id, channel=Channel.MAIL, state=Delivery.State.WAITING)
    waiting.update(state=Delivery.State.DROPPED, settled_at=now)
    return True


def resume_mail(user: User) -> None:
    """Send to the person's address again, as they ask for it."""
    mine = NotificationSettings.objects.filter(user=user)
    mine.update(dead_address="", dead_by_complaint=False, mail_fails_since=None)
