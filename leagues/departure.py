"""What becomes of the clubs of a person who leaves the site."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.dispatch import receiver

from leagues import services
from leagues.models import Club, Invitation
from players.models import User
from players.signals import account_closing


@receiver(account_closing)
def let_go(sender: type[User], user: User, **kwargs: Any) -> None:
    """End the person's memberships, and forget his addresses; called in a transaction."""
    own = Club.objects.filter(memberships__user=user, memberships__ended_at=None)
    for club_id in own.order_by("pk").values_list("pk", flat=True):
        services.let_go(club_id=club_id, user=user)
    # Anybody can write somebody else's address down.
    own_addresses = EmailAddress.objects.filter(user=user, verified=True)
    addresses = own_addresses.values_list("email", flat=True)
    mailed = Invitation.objects.filter(email__in=[address.lower() for address in addresses])
    mailed.delete()
