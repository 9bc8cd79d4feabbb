"""Ends memberships when an account is deleted."""

from typing import Any

from allauth.account.models import EmailAddress

from leagues.clubs import services
from leagues.models import Club, Invitation
from players.models import User


def end_memberships(sender: type[User], user: User, **kwargs: Any) -> None:
    """End the person's memberships and forget their addresses; called in a transaction."""
    own = Club.objects.filter(memberships__user=user, memberships__ended_at=None)
    for club_id in own.order_by("pk").values_list("pk", flat=True):
        services.end_membership_of_deleted_account(club_id=club_id, user=user)
    # Only confirmed addresses: anybody can enter somebody else's.
    own_addresses = EmailAddress.objects.filter(user=user, verified=True)
    addresses = own_addresses.values_list("email", flat=True)
    Invitation.objects.filter(email__in=[address.lower() for address in addresses]).delete()
