"""What clubs add to statistics: their seasons' sums, and whom people share a club with."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.models import Game, SeatTally
from games.statistics.access import register
from games.statistics.signals import summed_anew, tallied
from leagues.models import Membership
from leagues.statistics import services
from players.models import User


@receiver(tallied, dispatch_uid="season statistics")
def follow(
    sender: type[Game], game: Game, before: list[SeatTally], after: list[SeatTally], **kwargs: Any
) -> None:
    services.follow(game, before, after)


@receiver(summed_anew, dispatch_uid="season statistics")
def sum_anew(sender: type[Game], **kwargs: Any) -> int:
    return services.sum_anew()


@register
def share_a_club(reader: User, person: User) -> bool:
    """Whether both are members of a club now."""
    theirs = Membership.objects.filter(user=person, ended_at=None)
    both = theirs.filter(club__memberships__user=reader, club__memberships__ended_at=None)
    return both.exists()
