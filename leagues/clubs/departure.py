"""Ends memberships when an account is deleted, and says beforehand what becomes of the clubs."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from leagues.clubs import services
from leagues.models import Announcement, Club, Invitation, Membership, Role
from players.models import User


def what_becomes_of_clubs(sender: type[User], user: User, **kwargs: Any) -> list[str]:
    """The fate of each club that would lose its last owner."""
    owners = Membership.objects.filter(club=OuterRef("pk"), ended_at=None, role=Role.OWNER)
    own = Club.objects.filter(Exists(owners.filter(user=user)), ~Exists(owners.exclude(user=user)), closed_at=None)
    return [_fate(club, user) for club in own.order_by("name", "pk")]


def _fate(club: Club, user: User) -> str:
    heir = services.heir_of(club, user)
    if heir is None:
        return _("The club %(club)s is closed, since no other member can own it.") % {"club": club}
    return _("%(name)s becomes the owner of the club %(club)s.") % {"name": heir.user, "club": club}


def end_memberships(sender: type[User], user: User, **kwargs: Any) -> None:
    """End the person's memberships and forget their letters and addresses; called in a transaction."""
    own = Club.objects.filter(memberships__user=user, memberships__ended_at=None)
    for club_id in own.order_by("pk").values_list("pk", flat=True):
        services.end_membership_of_deleted_account(club_id=club_id, user=user)
    Announcement.objects.filter(author=user, scope=Announcement.Scope.ORGANISERS).delete()
    # Only confirmed addresses: anybody can enter somebody else's.
    own_addresses = EmailAddress.objects.filter(user=user, verified=True)
    addresses = own_addresses.values_list("email", flat=True)
    Invitation.objects.filter(email__in=[address.lower() for address in addresses]).delete()
