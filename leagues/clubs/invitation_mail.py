"""Invitations by mail to people whom the site does not know.

What is to be mailed stands in `Invitation.mail_due`; a sender claims it by an update that only one can win. One that
dies in between is followed by another after `AGAIN`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from leagues.models import Invitation
from players.notifications.mail import site_host

MOST_TRIES: Final = 5
AGAIN: Final = timedelta(minutes=15)
AT_ONCE: Final = 200


def due(now: datetime) -> list[int]:
    """The invitations that are to be mailed now."""
    found = Invitation.objects.filter(mail_due__lte=now).order_by("mail_due")
    return list(found.values_list("pk", flat=True)[:AT_ONCE])


def send(invitation_id: int, now: datetime) -> bool:
    """Mail one that is due, if nobody else does; whether it has gone out."""
    mine = Invitation.objects.filter(pk=invitation_id, mail_due__lte=now)
    if not mine.update(mail_due=now + AGAIN, mail_tries=F("mail_tries") + 1):
        return False
    invitation = Invitation.objects.select_related("club", "made_by").get(pk=invitation_id)
    if not invitation.is_open(now):
        _settle(invitation_id, mail_due=None)
        return False
    try:
        letter(invitation).send()
    except SMTPRecipientsRefused:
        _settle(invitation_id, mail_due=None)
        return False
    except (SMTPException, OSError):
        if invitation.mail_tries >= MOST_TRIES:
            _settle(invitation_id, mail_due=None)
        return False
    _settle(invitation_id, mail_due=None, mailed_at=now)
    return True


def _settle(invitation_id: int, **values: datetime | None) -> None:
    Invitation.objects.filter(pk=invitation_id).update(**values)


def letter(invitation: Invitation) -> EmailMessage:
    """The mail, in the language of whoever invites: that of the reader nobody knows."""
    host = invitation.made_by
    with translation.override(host.own_language if host else settings.LANGUAGE_CODE):
        words = {
            "name": str(host) if host else _("Somebody"),
            "club": invitation.club.name,
            "url": settings.SITE_URL + invitation.get_absolute_url(),
            "until": invitation.expires_at,
        }
        key = sha256(invitation.token.encode()).hexdigest()[:32]
        return EmailMessage(
            subject=" ".join((_("%(name)s invites you to the club %(club)s") % words).split()),
            body=render_to_string("leagues/clubs/invitation_mail.txt", words),
            to=[invitation.email],
            headers={
                "Message-ID": f"<invitation.{key}@{site_host()}>",
                "Auto-Submitted": "auto-generated",
            },
        )
