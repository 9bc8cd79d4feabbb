"""Invitations to a club: by a link for many, by mail, or to somebody of this site."""

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Visitor
from games.turns.outages import Shift, site_time
from leagues.clubs import invitation_mail, notifications
from leagues.clubs.audit_log import record_in_audit_log
from leagues.clubs.services import admit, was_removed_at
from leagues.locks import ClubError, lock_club, lock_club_as_organiser
from leagues.models import Club, Invitation, InvitationQuerySet, Membership
from players.account_locks import lock_accounts
from players.models import User
from players.notifications.mail import confirmed_address
from players.writing import NO_INVITING

# An invitation of one person is valid for so long.
STANDS: Final = timedelta(days=14)
# Open invitations of a club, and mails to one address in a day from all clubs together.
MOST_OPEN: Final = 50
MOST_MAILS: Final = 3
# Used and expired invitations are deleted after so long; the audit log keeps a line for ever.
KEPT: Final = timedelta(days=30)


@transaction.atomic
def make_link(*, club_id: int, user: User, days: int, uses: int) -> Invitation:
    """Make a link by which a number of people may join, for some days."""
    club = _inviting(club_id, user)
    now = timezone.now()
    made = Invitation.objects.create(
        club=club, made_by=user, made_at=now, expires_at=now + timedelta(days=days), most_uses=uses
    )
    record_in_audit_log(club, "link_made", actor=user, uses=uses, days=days)
    return made


@transaction.atomic
def invite(*, club_id: int, user: User, person: User, text: str = "") -> Invitation:
    """Invite a person of this site, who is notified on the channels they have chosen."""
    club = _inviting(club_id, user)
    if club.membership_of(person):
        raise ClubError(_("%(name)s is already a member of this club.") % {"name": person}, "members")
    if _open(club).filter(user=person, email="").exists():
        raise ClubError(_("%(name)s has already been invited.") % {"name": person})
    made = _for_one(club, user, person=person, text=text)
    record_in_audit_log(club, "invited", actor=user, subject=person)
    return made


@transaction.atomic
def invite_by_mail(*, club_id: int, user: User, address: str, text: str = "") -> Invitation:
    """Invite the person who reads mail at the address.

    If an account has confirmed the address, its owner is notified on the channels they have chosen. Nobody in the club
    learns whether there is such an account.
    """
    club, address = _inviting(club_id, user), address.lower()
    if not confirmed_address(user):
        raise ClubError(_("Before you invite by email, confirm your own email address."), "account_email")
    if _open(club).filter(email=address).exists():
        raise ClubError(_("This address has already been invited."))
    # The person may invite the same address to several clubs at once.
    lock_accounts(user)
    today = Invitation.objects.filter(email=address, made_at__gt=timezone.now() - timedelta(days=1))
    if today.count() >= MOST_MAILS:
        raise ClubError(_("No more invitations can be sent to this address today."))
    known = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    found = known.select_related("user").first()
    made = _for_one(club, user, person=found.user if found else None, address=address, text=text)
    # Without the address: all members read the log.
    record_in_audit_log(club, "mailed", actor=user)
    return made


def _for_one(club: Club, user: User, *, person: User | None = None, address: str = "", text: str = "") -> Invitation:
    now = timezone.now()
    is_again = person is not None and _open(club).filter(user=person).exists()
    made = Invitation.objects.create(
        club=club, made_by=user, made_at=now, expires_at=now + STANDS, email=address, user=person, text=text
    )
    if person is None:
        invitation_mail.enqueue(made)
    elif not is_again and not club.membership_of(person):
        notifications.InvitedToClub.notify(made)
    return made


@transaction.atomic
def invite_again(*, club_id: int, user: User, invitation_id: int) -> Invitation:
    """Send an invitation of one person again, as a new one that replaces it."""
    if user.is_muted:
        raise ClubError(str(NO_INVITING))
    club = lock_club_as_organiser(club_id, user)
    earlier = club.invitations.select_related("user").filter(pk=invitation_id, most_uses=1).first()
    if earlier is None or not earlier.is_of_one_person:
        raise ClubError(_("This invitation can’t be sent again."))
    if earlier.uses:
        raise ClubError(_("This invitation has been accepted."))
    club.invitations.filter(pk=earlier.pk, revoked_at=None).update(revoked_at=timezone.now())
    if earlier.user and not earlier.email:
        return invite(club_id=club_id, user=user, person=earlier.user, text=earlier.text)
    return invite_by_mail(club_id=club_id, user=user, address=earlier.email, text=earlier.text)


@transaction.atomic
def revoke(*, club_id: int, user: User, invitation_id: int) -> None:
    """Make an invitation invalid."""
    club = lock_club_as_organiser(club_id, user)
    found = club.invitations.select_related("user").filter(pk=invitation_id, revoked_at=None)
    invitation = found.first()
    if invitation is None:
        return
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    named = None if invitation.email else invitation.user
    record_in_audit_log(club, "revoked", actor=user, subject=named, link=invitation.most_uses > 1)


@transaction.atomic
def join(*, invitation_id: int, user: User) -> Membership:
    """Join by an invitation, which uses it once; for a member nothing changes."""
    club_id = Invitation.objects.filter(pk=invitation_id).values_list("club", flat=True).first()
    if club_id is None:
        raise ClubError(_("This invitation is no longer valid."), "leagues:clubs")
    club = lock_club(club_id)
    if found := club.membership_of(user):
        return found
    # Read under the club's lock, so that the last use is given once.
    invitation = club.invitations.select_related("made_by").filter(pk=invitation_id).first()
    if invitation is None or (reason := why_not_join(invitation, user)):
        text = reason if invitation else _("This invitation is no longer valid.")
        raise ClubError(text, "club" if club.is_public else "leagues:clubs")
    made = admit(club, user)
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    record_in_audit_log(club, "joined", actor=user, subject=invitation.made_by)
    return made


def why_not_join(invitation: Invitation, user: Visitor) -> str:
    """Why the visitor cannot join by the invitation; empty if they can, perhaps once they have signed in."""
    if not invitation.is_open(site_time()):
        return _("This invitation is no longer valid.")
    if user.pk is None:
        return ""
    if invitation.user_id and not invitation.email and invitation.user_id != user.pk:
        return _("This invitation is for somebody else.")
    removed = was_removed_at(invitation.club, user)
    if removed is not None and invitation.made_at < removed:
        return _("You were removed from this club. You need a new invitation.")
    return ""


def _inviting(club_id: int, user: User) -> Club:
    club = lock_club_as_organiser(club_id, user)
    if reason := why_no_more(club):
        raise ClubError(reason, "invitations")
    return club


def why_no_more(club: Club) -> str:
    """Why the club cannot invite anybody now; empty if it can."""
    return _("Too many invitations are open. Revoke some first.") if _open(club).count() >= MOST_OPEN else ""


def _open(club: Club) -> InvitationQuerySet:
    return Invitation.objects.filter(club=club).standing(timezone.now())


def move_expiry(shift: Shift) -> None:
    """Let open invitations be valid for as much longer as the site was down."""
    Invitation.objects.all().standing(shift.since).update(expires_at=F("expires_at") + shift.by)


def forget_over() -> int:
    """Delete invitations that expired long ago, and their addresses with them; returns how many."""
    gone = Invitation.objects.all().over_since(timezone.now() - KEPT).delete()
    return gone[1].get("leagues.Invitation", 0)
