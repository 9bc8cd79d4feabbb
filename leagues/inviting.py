"""Invitations to a club: by a link for many, by mail, or to somebody of this site."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues import notices
from leagues.models import Club, Invitation, InvitationQuerySet, Membership
from leagues.services import (
    ClubError,
    admit,
    locked,
    member,
    note,
    organiser,
    was_removed_at,
)
from players.models import User
from players.notices.services import confirmed_address

# How long an invitation to one person stands.
STANDS: Final = timedelta(days=14)
# So many stand at once in a club, and so many are mailed to one address in a day, by all clubs together.
MOST_OPEN: Final = 50
MOST_MAILS: Final = 3
# What is over is kept so long; the log of the club tells of it for ever.
KEPT: Final = timedelta(days=30)


@transaction.atomic
def make_link(*, club_id: int, user: User, days: int, uses: int) -> Invitation:
    """A link by which so many people may join, for so many days."""
    club = _inviting(club_id, user)
    now = timezone.now()
    made = Invitation.objects.create(
        club=club,
        made_by=user,
        made_at=now,
        expires_at=now + timedelta(days=days),
        most_uses=uses,
    )
    note(club, "link_made", actor=user, uses=uses, days=days)
    return made


@transaction.atomic
def invite(*, club_id: int, user: User, person: User) -> Invitation:
    """Invite somebody of this site, who is told in the way he has chosen."""
    club = _inviting(club_id, user)
    if member(club, person):
        raise ClubError(_("%(name)s is a member of this club already.") % {"name": person})
    if _open(club).filter(user=person, email="").exists():
        raise ClubError(_("%(name)s is invited already.") % {"name": person})
    made = _for_one(club, user, person=person)
    note(club, "invited", actor=user, subject=person)
    return made


@transaction.atomic
def invite_by_mail(*, club_id: int, user: User, address: str) -> Invitation:
    """Invite whoever reads mails at the address.

    Who has proved on this site that it is his is told like anybody else here, so that his own choices count. Nobody in
    the club learns whether there is such a person.
    """
    club, address = _inviting(club_id, user), address.lower()
    if not confirmed_address(user):
        raise ClubError(_("Before you invite by mail, confirm your own e-mail address."))
    if _open(club).filter(email=address).exists():
        raise ClubError(_("This address is invited already."))
    today = Invitation.objects.filter(email=address, made_at__gt=timezone.now() - timedelta(days=1))
    if today.count() >= MOST_MAILS:
        raise ClubError(_("This address has had enough invitations for today."))
    known = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    found = known.select_related("user").first()
    made = _for_one(club, user, person=found.user if found else None, address=address)
    # Without the address: all members read the log.
    note(club, "mailed", actor=user)
    if made.mail_due is not None:
        _send_soon(made)
    return made


def _for_one(
    club: Club, user: User, *, person: User | None = None, address: str = ""
) -> Invitation:
    now = timezone.now()
    made = Invitation.objects.create(
        club=club,
        made_by=user,
        made_at=now,
        expires_at=now + STANDS,
        email=address,
        user=person,
        mail_due=None if person else now,
    )
    if person is not None and not member(club, person):
        notices.invited(made)
    return made


def _send_soon(invitation: Invitation) -> None:
    from leagues.tasks import mail_invitation

    # Should the message be lost, the next sweep finds the row.
    transaction.on_commit(partial(mail_invitation.delay, invitation.pk))


@transaction.atomic
def revoke(*, club_id: int, user: User, invitation_id: int) -> None:
    """Let nobody in by this invitation any more."""
    club = locked(club_id)
    organiser(club, user)
    found = club.invitations.select_related("user").filter(pk=invitation_id, revoked_at=None)
    invitation = found.first()
    if invitation is None:
        return
    invitation.revoked_at, invitation.mail_due = timezone.now(), None
    invitation.save(update_fields=["revoked_at", "mail_due"])
    named = None if invitation.email else invitation.user
    note(club, "revoked", actor=user, subject=named, link=invitation.most_uses > 1)


@transaction.atomic
def join(*, invitation_id: int, user: User) -> Membership:
    """Become a member by an invitation, and use it up by one; whoever is a member already changes nothing."""
    club_id = Invitation.objects.filter(pk=invitation_id).values_list("club", flat=True).first()
    if club_id is None:
        raise ClubError(_("This invitation is no longer valid."))
    club = locked(club_id)
    if found := member(club, user):
        return found
    # Read under the club's lock: the last use is given once.
    invitation = club.invitations.select_related("made_by").filter(pk=invitation_id).first()
    if invitation is None or not invitation.is_open():
        raise ClubError(_("This invitation is no longer valid."))
    if invitation.user_id and not invitation.email and invitation.user_id != user.pk:
        raise ClubError(_("This invitation is for somebody else."))
    removed = was_removed_at(club, user)
    if removed is not None and invitation.made_at < removed:
        raise ClubError(_("You were removed from this club; it has to invite you anew."))
    made = admit(club, user)
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    note(club, "joined", actor=user, subject=invitation.made_by)
    return made


def _inviting(club_id: int, user: User) -> Club:
    club = locked(club_id)
    organiser(club, user)
    if _open(club).count() >= MOST_OPEN:
        raise ClubError(_("Too many invitations stand open: revoke some first."))
    return club


def _open(club: Club) -> InvitationQuerySet:
    return Invitation.objects.filter(club=club).standing(timezone.now())


def forget_over() -> int:
    """Delete invitations that have long been over, and with them the addresses; how many."""
    gone = Invitation.objects.all().over_since(timezone.now() - KEPT).delete()
    return gone[1].get("leagues.Invitation", 0)
