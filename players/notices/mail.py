"""Notices by mail: text and HTML, with the headers by which one click ends them (RFC 8058)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext

from players.models import Notice, User

from .errors import Refused
from .kinds import KINDS, Told

SALT: Final = "players.unsubscribe"
PERMANENT: Final = range(500, 600)


@contextmanager
def post() -> Iterator[BaseEmailBackend]:
    """A way to the mail server, which is taken with the first mail."""
    connection: BaseEmailBackend = get_connection()
    try:
        yield connection
    finally:
        # What was sent is sent, however the parting goes.
        with suppress(Exception):
            connection.close()


def send(message: EmailMultiAlternatives, connection: BaseEmailBackend) -> None:
    """Send the mail; raises `Refused` where the person's server will never take it."""
    try:
        connection.open()
        connection.send_messages([message])
    except SMTPRecipientsRefused as error:
        if all(code in PERMANENT for code, _text in error.recipients.values()):
            raise Refused from error
        raise


def letter(
    user: User, address: str, items: Sequence[tuple[Notice, Told]], identity: str
) -> EmailMultiAlternatives:
    """One mail of all these, in the language that is active; sent again, it has the same identity."""
    kinds = list(dict.fromkeys(notice.kind for notice, _told in items))
    stop = settings.SITE_URL + reverse("players:unsubscribe", args=[token(user, kinds)])
    context = {
        "items": [told for _notice, told in items],
        "person": user,
        "site": settings.SITE_URL,
        "language": get_language(),
        "settings_url": settings.SITE_URL + reverse("players:notice_settings"),
        "stop_url": stop,
    }
    message = EmailMultiAlternatives(
        subject=subject([told for _notice, told in items]),
        body=render_to_string("players/mail/notices.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<notice.{identity}@{site_host()}>",
            "List-Id": f"Notices <notices.{site_host()}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("players/mail/notices.html", context), "text/html")
    return message


def subject(told: Sequence[Told]) -> str:
    if len(told) == 1:
        return _in_one_line(told[0].title)
    others = len(told) - 1
    text = ngettext("%(first)s, and %(n)s more", "%(first)s, and %(n)s more", others)
    return _in_one_line(text % {"first": told[0].title, "n": others})


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def site_host() -> str:
    """Which names the site in the headers of its mails."""
    return urlsplit(settings.SITE_URL).hostname or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


# --- Ending them ---


def token(user: User, kinds: Sequence[str]) -> str:
    """Lets whoever holds the mail end such mails, and nothing else."""
    return signing.Signer(salt=SALT).sign_object({"user": user.pk, "kinds": list(kinds)})


def read_token(text: str) -> tuple[int, list[str]] | None:
    """Whose mails the token ends, and of which kinds the mail was; None for a wrong one."""
    try:
        found = signing.Signer(salt=SALT).unsign_object(text)
    except (signing.BadSignature, ValueError):
        return None
    return found["user"], [kind for kind in found["kinds"] if kind in KINDS]
