"""What pages of house rules say about a club's, and to whom they are offered."""

from collections.abc import Sequence

from django.db.models import Q

from games.house_rules.circles import CircleHome, HouseRulesCircle
from games.models import HouseRules
from leagues.models import ClubHouseRules, Membership
from players.models import User


def home(kept: HouseRules, user_id: int | None) -> CircleHome | None:
    """The club, for those who may see it."""
    mine = Membership.objects.filter(user=user_id, user__isnull=False, ended_at=None).values("club")
    visible = ClubHouseRules.objects.filter(Q(club__is_public=True) | Q(club__in=mine), kept=kept)
    found = visible.select_related("club").first()
    return CircleHome(found.club.name, found.club.get_absolute_url()) if found else None


def offered(user: User) -> Sequence[tuple[HouseRules, str]]:
    """The house rules of the person's clubs, each with the club's name."""
    mine = Membership.objects.filter(user=user, ended_at=None, club__closed_at=None).values("club")
    found = ClubHouseRules.objects.filter(club__in=mine).select_related("kept", "club")
    return [(row.kept, row.club.name) for row in found.order_by("club__name", "kept__name", "pk")[:100]]


CLUB_CIRCLE = HouseRulesCircle(home, offered)
