"""Invitations by mail to people whom the site does not know, by way of `players/notifications/outbox.py`."""

from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.core.mail import get_connection
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from infrastructure.mail_messages import MailMessage
from infrastructure.task_queue import enqueue_on_commit
from leagues.models import Invitation, InvitationMail
from players.notifications import outbox
from players.notifications.mail import close, in_one_line, send_mail, site_host

AT_ONCE: Final = 200


def enqueue(invitation: Invitation) -> None:
    """Mail the invitation to its address, after the commit."""
    mail = InvitationMail.objects.create(invitation=invitation, not_before=timezone.now())
    enqueue_on_commit("leagues.tasks.mail_invitation", mail.pk)


def due(now: datetime) -> list[int]:
    """The mails that are to be sent now."""
    found = outbox.due(InvitationMail.objects.all(), now).order_by("not_before")
    return list(found.values_list("pk", flat=True)[:AT_ONCE])


def send(mail_id: int, now: datetime) -> None:
    """Send the mail if it is due and nobody else does, and if its invitation is still open."""
    mine = outbox.due(InvitationMail.objects.filter(pk=mail_id), now)
    if claimed := list(outbox.claim(mine, now)):
        found = Invitation.objects.select_related("club", "made_by")
        invitation = found.get(pk=claimed[0].invitation_id)
        if invitation.is_open(now):
            outbox.attempt(claimed, partial(_send, invitation), now)
        else:
            outbox.settle(claimed, InvitationMail.State.DROPPED, now)


def _send(invitation: Invitation) -> bool:
    connection = get_connection()
    try:
        send_mail(letter(invitation), connection)
    finally:
        close(connection)
    return True


def letter(invitation: Invitation) -> MailMessage:
    """The mail, in the inviter's language and the club's time zone, since those of the reader are unknown.

    Its Message-ID belongs to the invitation, so that mail programs recognise a mail that goes out twice.
    """
    host = invitation.made_by
    language = host.own_language if host else settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(invitation.club.zone):
        words = {
            "name": str(host) if host else _("Somebody"),
            "club": invitation.club.name,
            "text": invitation.text,
            "url": settings.SITE_URL + invitation.get_absolute_url(),
            "until": invitation.expires_at,
        }
        key = sha256(invitation.token.encode()).hexdigest()[:32]
        return MailMessage(
            subject=in_one_line(_("%(name)s invites you to the club %(club)s") % words),
            body=render_to_string("leagues/clubs/invitation_mail.txt", words),
            to=[invitation.email],
            headers={"Message-ID": f"<invitation.{key}@{site_host()}>", "Auto-Submitted": "auto-generated"},
        )
