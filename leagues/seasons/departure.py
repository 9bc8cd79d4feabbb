"""What becomes of the seasons of somebody who leaves the club, or the site."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from leagues.models import Membership
from leagues.seasons.entering import leave_seasons
from leagues.signals import membership_ended


@receiver(membership_ended, dispatch_uid="seasons")
def let_go(sender: type[Membership], membership: Membership, **kwargs: Any) -> None:
    if membership.user is not None:
        leave_seasons(membership.club, membership.user)
