"""Weeks of boards in one line."""

from typing import Any

from django.utils import timezone

from leagues.board_weeks import services
from leagues.models import BoardSeries, Club
from players.models import User


def planned_series(club: Club, organiser: User, **values: Any) -> BoardSeries:
    """Three weeks of one board, of which the first is open and the best two count."""
    today = timezone.now().astimezone(club.zone).date()
    usual = {"name": "Autumn", "preset": "four", "boards": 1, "order": "points", "weeks": 3, "best": 2, "days": 7}
    return services.plan(club_id=club.pk, user=organiser, **{**usual, "first_day": today, **values})
