"""Notifications by mail: text and HTML, with the headers for unsubscribing with one click (RFC 8058)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext

from infrastructure.mail_messages import MailMessage
from players.models import Delivery, Notification, NotificationSettings, User
from players.notifications.kinds import KINDS, Message
from players.notifications.outbox import Refused

SALT: Final = "players.unsubscribe"
PERMANENT: Final = range(500, 600)
PATIENCE: Final = 60
"""Seconds for each answer of the mail server, which may scan a mail before it accepts it."""


class Outgoing(NamedTuple):
    """A claimed delivery and what it says."""

    delivery: Delivery
    message: Message


class MailSender:
    """Sends what is due to one person as one mail."""

    sends_together = True
    most_of_burst = 5

    def __init__(self) -> None:
        # Connects with the first mail.
        self.connection: BaseEmailBackend = get_connection(timeout=PATIENCE)
        self.reached: User | None = None

    def __enter__(self) -> MailSender:
        return self

    def __exit__(self, *error: object) -> None:
        close(self.connection)
        failing = NotificationSettings.objects.filter(mail_fails_since__isnull=False)
        if self.reached:
            failing.filter(user=self.reached).update(mail_fails_since=None)

    def send(self, user: User, items: Sequence[Outgoing]) -> bool:
        """Send the mail; False if the person has no address. Raises `Refused` if their server will never accept it."""
        address = confirmed_address(user)
        # Dead since the delivery was routed.
        if not address or NotificationSettings.objects.filter(user=user, dead_address=address).exists():
            return False
        messages = [(item.delivery.notification, item.message) for item in items]
        mail = letter(user, address, messages, str(items[0].delivery.claim))
        send_mail(mail, self.connection)
        self.reached = user
        return True

    def report_failure(self, user: User, deliveries: Sequence[Delivery]) -> None:
        """Store since when the person cannot be reached, once a mail is given up."""
        failed = [delivery for delivery in deliveries if delivery.state == Delivery.State.FAILED]
        if failed:
            since = min(delivery.notification.at for delivery in failed)
            NotificationSettings.objects.get_or_create(user=user)
            mine = NotificationSettings.objects.filter(user=user, mail_fails_since=None)
            mine.update(mail_fails_since=since)


def confirmed_address(user: User) -> str:
    """The person's confirmed address; empty if there is none."""
    addresses = EmailAddress.objects.filter(user=user, primary=True, verified=True)
    return addresses.values_list("email", flat=True).first() or ""


def send_mail(message: MailMessage, connection: BaseEmailBackend) -> None:
    """Send the mail; raises `Refused` if the person's server will never accept it."""
    try:
        connection.open()
        connection.send_messages([message])
    except SMTPRecipientsRefused as error:
        if all(code in PERMANENT for code, _text in error.recipients.values()):
            raise Refused from error
        raise


def close(connection: BaseEmailBackend) -> None:
    """Close the connection. Errors in closing do not matter: the mails are sent."""
    with suppress(Exception):
        connection.close()


def letter(user: User, address: str, items: Sequence[tuple[Notification, Message]], identity: str) -> MailMessage:
    """One mail with all messages, in the active language; retries have the same identity."""
    kinds = list(dict.fromkeys(notification.kind for notification, _message in items))
    stop = settings.SITE_URL + reverse("players:unsubscribe", args=[token(user, kinds)])
    context = {
        "items": [message for _notification, message in items],
        "person": user,
        "site": settings.SITE_URL,
        "language": get_language(),
        "settings_url": settings.SITE_URL + reverse("players:notification_settings"),
        "stop_url": stop,
    }
    message = MailMessage(
        subject=_subject([message for _notification, message in items]),
        body=render_to_string("players/notifications/mail.txt", context),
        to=[address],
        reply_to=_answers_to([message for _notification, message in items]),
        headers={
            "Message-ID": f"<notification.{identity}@{site_host()}>",
            "List-Id": f"Notifications <notifications.{site_host()}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("players/notifications/mail.html", context), "text/html")
    return message


def _subject(messages: Sequence[Message]) -> str:
    if len(messages) == 1:
        return in_one_line(messages[0].title)
    others = len(messages) - 1
    text = ngettext("%(first)s, and %(n)s more", "%(first)s, and %(n)s more", others)
    return in_one_line(text % {"first": messages[0].title, "n": others})


def _answers_to(messages: Sequence[Message]) -> list[str]:
    """Where an answer to a mail with these messages goes: nowhere if they disagree."""
    addresses = {message.reply_to for message in messages if message.reply_to}
    return list(addresses) if len(addresses) == 1 else []


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def site_host() -> str:
    """The site's name in the headers of its mails."""
    return urlsplit(settings.SITE_URL).hostname or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


# --- Unsubscribing ---


def token(user: User, kinds: Sequence[str]) -> str:
    """A token that allows unsubscribing from such mails, and nothing else; no line of a mail exceeds 998 characters."""
    return signing.Signer(salt=SALT).sign_object({"user": user.pk, "kinds": list(kinds)}, compress=True)


class UnsubscribeToken(NamedTuple):
    user_id: int
    kinds: list[str]


def read_token(text: str) -> UnsubscribeToken | None:
    """The content of an unsubscribe token; None if it is invalid."""
    try:
        content = signing.Signer(salt=SALT).unsign_object(text)
    except (signing.BadSignature, ValueError):
        return None
    return UnsubscribeToken(content["user"], [kind for kind in content["kinds"] if kind in KINDS])
