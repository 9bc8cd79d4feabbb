"""The reminder of the daily boards: once a day, at the chosen hour, if somebody has not played."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from games.boards.reminders import remind_of_boards
from games.models import BoardSet
from games.notifications.daily_boards import DailyBoardsOpen
from players.models import Notification, NotificationSettings, User
from players.notifications.kinds import bind
from tests.support.boards import open_boards, play_boards

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 3, 20, tzinfo=UTC)
"""In Tokyo."""


@pytest.fixture
def boards() -> BoardSet:
    board_set = open_boards("nap", 1)
    midnight = datetime(2026, 11, 29, 15, tzinfo=UTC)
    BoardSet.objects.update(day=DAY, opens_at=midnight, closes_at=midnight + timedelta(days=1))
    board_set.refresh_from_db()
    return board_set


def wants(user: User, hour: int, zone: str = "Asia/Tokyo") -> None:
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    NotificationSettings.objects.create(user=user, boards_hour=hour)


def reminded() -> set[int]:
    return set(Notification.objects.filter(kind=DailyBoardsOpen.name).values_list("user", flat=True))


def test_it_comes_once_at_the_hour_on_ones_own_clock(boards: BoardSet, ai: User, bo: User, chie: User) -> None:
    wants(ai, 12)
    wants(bo, 3, "UTC")
    wants(chie, 13)
    assert remind_of_boards(NOON) == 2
    assert remind_of_boards(NOON + timedelta(minutes=1)) == 0
    assert reminded() == {ai.pk, bo.pk}
    assert remind_of_boards(NOON + timedelta(hours=1)) == 1


def test_nobody_is_reminded_who_has_not_asked_for_it_or_has_played(boards: BoardSet, ai: User, bo: User) -> None:
    NotificationSettings.objects.create(user=bo)
    wants(ai, 12)
    BoardSet.objects.update(opens_at=timezone.now(), closes_at=timezone.now() + timedelta(days=1))
    play_boards(BoardSet.objects.get(), ai)
    BoardSet.objects.update(closes_at=NOON + timedelta(hours=12))
    assert remind_of_boards(NOON) == 0


def test_it_is_dropped_once_they_have_played_or_the_day_is_over(boards: BoardSet, ai: User) -> None:
    wants(ai, 12)
    remind_of_boards(NOON)
    now = timezone.now()
    BoardSet.objects.update(opens_at=now - timedelta(hours=1), closes_at=now + timedelta(hours=1))
    [kind] = bind(Notification.objects.filter(kind=DailyBoardsOpen.name)).values()
    assert kind.is_current
    message = kind.message()
    assert message is not None
    assert (message.title, message.path) == ("Today’s boards are waiting for you", "/daily/")
    play_boards(BoardSet.objects.get(), ai)
    [kind] = bind(Notification.objects.filter(kind=DailyBoardsOpen.name)).values()
    assert not kind.is_current
    BoardSet.objects.update(closes_at=now)
    assert remind_of_boards(NOON) == 0
