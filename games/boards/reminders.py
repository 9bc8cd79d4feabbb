"""Reminders of the daily boards: once a day, at the hour that somebody has chosen, if they have not played."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from games.boards.daily import today
from games.models import BoardPlay, BoardSet
from games.notifications.daily_boards import DailyBoardsOpen
from players.models import Notification, NotificationSettings
from players.preferences import time_zones


def remind_of_boards(now: datetime) -> int:
    """Write the reminders of this hour; how many. Who has theirs gets no other, however often this runs."""
    day = today(now)
    if not BoardSet.objects.filter(day=day, closed_at=None, closes_at__gt=now).exists():
        return 0
    due = list(_due(now, day.isoformat()))
    DailyBoardsOpen.notify(due, day)
    return len(due)


def _due(now: datetime, day: str) -> list[int]:
    wanting = NotificationSettings.objects.filter(boards_hour__isnull=False, user__is_active=True)
    zones = wanting.order_by().values_list("user__time_zone", flat=True).distinct()
    hour_has_come = Q(pk=None)
    for zone in zones:
        hour_has_come |= Q(user__time_zone=zone, boards_hour=now.astimezone(time_zones.zone(zone)).hour)
    reminded = Notification.objects.filter(
        user=OuterRef("user"), kind=DailyBoardsOpen.name, key=f"{DailyBoardsOpen.name}:{day}"
    )
    played = BoardPlay.objects.filter(user=OuterRef("user"), board_set__day=day, done_at__isnull=False)
    due = wanting.filter(hour_has_come, ~Exists(reminded), ~Exists(played))
    return list(due.values_list("user", flat=True))
