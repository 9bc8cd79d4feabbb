"""Notifications in tests: reachable people, messages, and passing minutes."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from typing import Any

import pytest
from aiosmtpd import smtp
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from django.core import mail

from players.models import Delivery, Notification, User
from players.notifications import dispatch
from players.notifications.kinds import KINDS, Message, NotificationKind, bind, register_kinds

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


class Post:
    """Kinds of notifications, ``letter`` and the urgent ``telegram``: true and unseen until a test says otherwise."""

    def __init__(self) -> None:
        self.is_current, self.is_seen = True, False
        post = self

        class LetterKind(NotificationKind):
            name = "letter"
            label = "letter"
            waits_while_seen = True
            is_current = property(lambda self: post.is_current)
            is_seen = property(lambda self: post.is_seen)

            def message(self) -> Message:
                key = self.notification.key
                return Message(
                    title=f"Letter {key}",
                    path=f"/letters/{key}/",
                    action="Read it",
                    lines=["It is long."] if self.context.full else [],
                )

        class TelegramKind(LetterKind):
            name = "telegram"
            label = "telegram"
            is_urgent = True

        self.letter = LetterKind
        register_kinds(LetterKind, TelegramKind)


@pytest.fixture
def post() -> Iterator[Post]:
    yield Post()
    for name in ("letter", "telegram"):
        del KINDS[name]


def message_of(notification: Notification, *, full: bool = False) -> Message | None:
    """Its text; None if its subject is gone."""
    kind = bind([notification], full=full).get(notification.pk)
    return kind.message() if kind else None


def is_current(notification: Notification) -> bool:
    kind = bind([notification]).get(notification.pk)
    return kind is not None and kind.is_current


def reachable(*people: User) -> None:
    """Confirm these people's addresses, as if they had opened the mailed link."""
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def letter(user: User, key: str = "1", kind: str = "letter", at: datetime = NOON) -> None:
    KINDS[kind].write([user.pk], key, at)


def pass_time(start: datetime = NOON, minutes: int = 10, step: int = 1) -> None:
    """Let the sweep run every ``step`` minutes."""
    for minute in range(0, minutes + 1, step):
        now = start + minute * MINUTE
        for user_id, channel in dispatch.due_now(now):
            dispatch.deliver(user_id=user_id, channel=channel, now=now)


def states(**which: Any) -> list[str]:
    """The deliveries' outcomes, in the order in which they were written."""
    return list(Delivery.objects.filter(**which).order_by("notification_id", "channel").values_list("state", flat=True))


def subjects() -> list[str]:
    return [message.subject for message in mail.outbox]


class MailServer:
    """A real server that stores what it accepts; ``refusals`` are its first answers."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusals: list[str] = []

    async def handle_RCPT(  # noqa: N802
        self, server: smtp.SMTP, session: smtp.Session, envelope: smtp.Envelope, address: str, options: list[str]
    ) -> str:
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: smtp.SMTP, session: smtp.Session, envelope: smtp.Envelope
    ) -> str:
        found = BytesParser(policy=SMTP).parsebytes(envelope.content or b"")
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 taken"


@pytest.fixture
def mail_server(settings: Any, db: None) -> Any:
    server = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    yield server
    controller.stop()
