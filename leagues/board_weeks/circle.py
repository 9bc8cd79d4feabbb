"""Who may see and play the boards of a club: its members, and in a public club everybody may see them."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.kernel.board_circles import Circle, Home
from games.models import BoardSet
from leagues.models import BoardWeek, Club, Membership
from players.models import User


def sees(board_set: BoardSet, user_id: int | None) -> bool:
    club = Club.objects.filter(board_series__weeks__board_set=board_set)
    return club.filter(Q(is_public=True) | Q(pk__in=_clubs_of(user_id))).exists()


def refusal(board_set: BoardSet, user: User) -> str:
    club = Club.objects.filter(board_series__weeks__board_set=board_set)
    if club.filter(pk__in=_clubs_of(user.pk)).exists():
        return ""
    return _("These boards are for members of the club %(club)s.") % {"club": club.get()}


def _clubs_of(user_id: int | None) -> QuerySet[Any, Any]:
    return Membership.objects.filter(user=user_id, user__isnull=False, ended_at=None).values("club")


def home(board_set: BoardSet) -> Home:
    week = BoardWeek.objects.select_related("series__club").get(board_set=board_set)
    return Home(f"{week.series.club} · {week.series}", week.series.get_absolute_url())


CLUB_CIRCLE = Circle(sees, refusal, home)
