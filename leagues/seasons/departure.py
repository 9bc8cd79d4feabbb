"""Ends the entries of former members, and the seasons of closed clubs."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from leagues.clubs.signals import club_closed, membership_ended
from leagues.entries.services import leave_seasons
from leagues.models import Club, Membership
from leagues.seasons.services import announced_seasons, end_with_club
from players.models import User


@receiver(membership_ended, dispatch_uid="seasons")
def let_go(sender: type[Membership], membership: Membership, **kwargs: Any) -> None:
    if membership.user is not None:
        leave_seasons(membership.club, membership.user)


@receiver(club_closed, dispatch_uid="seasons")
def end_all(sender: type[Club], club: Club, actor: User | None, **kwargs: Any) -> None:
    for season in announced_seasons(club).select_for_update().order_by("pk"):
        season.club = club
        end_with_club(season, actor)
