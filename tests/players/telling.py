"""Notices in tests: people who can be reached, something to tell them, and the minutes that pass."""

from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence
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

from players.models import Delivery, Notice, User
from players.notices import delivery, sweep
from players.notices.kinds import KINDS, Kind, Told, Truth, write

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


class Post:
    """Tells of letters: true until a test says otherwise."""

    def __init__(self) -> None:
        self.truth = Truth.HOLDS

    def check(self, notices: Sequence[Notice]) -> Mapping[int, Truth]:
        return {notice.pk: self.truth for notice in notices}

    def say(self, notices: Sequence[Notice], *, full: bool = False) -> Mapping[int, Told]:
        return {
            notice.pk: Told(
                title=f"Letter {notice.key}",
                path=f"/letters/{notice.key}/",
                action="Read it",
                lines=["It is long."] if full else [],
            )
            for notice in notices
        }


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    """A kind of notice, ``letter``, and an urgent one, ``telegram``."""
    post = Post()
    for name in ("letter", "telegram"):
        kind = Kind(name=name, label=name, teller=post, is_urgent=name == "telegram")  # type: ignore[arg-type]
        monkeypatch.setitem(KINDS, name, kind)
    return post


def reachable(*people: User) -> None:
    """These people have opened the link that was mailed to their address."""
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def letter(user: User, key: str = "1", kind: str = "letter", at: datetime = NOON) -> None:
    write(kind, [user.pk], key, at)


def pass_time(start: datetime = NOON, minutes: int = 10, step: int = 1) -> None:
    """Let the sweep run every ``step`` minutes."""
    for minute in range(0, minutes + 1, step):
        now = start + minute * MINUTE
        for user_id, channel in sweep.owed(now):
            delivery.deliver(user_id=user_id, channel=channel, now=now)


def states(**which: Any) -> list[str]:
    """What became of the deliveries, in the order in which they were written."""
    rows = Delivery.objects.filter(**which).order_by("notice_id", "channel")
    return list(rows.values_list("state", flat=True))


def subjects() -> list[str]:
    return [message.subject for message in mail.outbox]


class MailServer:
    """A real one, which keeps what it takes; ``refusals`` are the answers it gives first instead."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusals: list[str] = []

    async def handle_RCPT(  # noqa: N802
        self,
        server: smtp.SMTP,
        session: smtp.Session,
        envelope: smtp.Envelope,
        address: str,
        options: list[str],
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
