"""What becomes of the seasons of somebody who leaves the club, or the site, and of those of a club that is closed."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from leagues.models import Club, Membership
from leagues.seasons.entering import leave_seasons
from leagues.seasons.services import end_with_club, going_on
from leagues.signals import club_closed, membership_ended
from players.models import User


@receiver(membership_ended, dispatch_uid="seasons")
def let_go(sender: type[Membership], membership: Membership, **kwargs: Any) -> None:
    if membership.user is not None:
        leave_seasons(membership.club, membership.user)


@receiver(club_closed, dispatch_uid="seasons")
def end_all(sender: type[Club], club: Club, actor: User | None, **kwargs: Any) -> None:
    for season in going_on(club).select_for_update().order_by("pk"):
        season.club = club
        end_with_club(season, actor)
