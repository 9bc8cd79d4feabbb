"""Who stands in the lists, and how somebody does in the long run."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from games.boards.lists import days_missing, last_close, latest_plays, list_since, ratings_of
from games.boards.services import board_rules, bots_for, new_play, open_set
from games.models import BoardSet
from players.models import User
from tests.support.visits import get, text

pytestmark = pytest.mark.django_db
FIRST = date(2026, 11, 2)


def day_of(number: int, preset: str = "gurunapo") -> BoardSet:
    """A closed day in which nobody has played yet."""
    rules, now, day = board_rules(preset, 2), timezone.now(), FIRST + timedelta(days=number)
    board_set = open_set(
        BoardSet.Kind.DAILY, rules, bots=bots_for(rules), opens_at=now, closes_at=now, day=day, slug=str(day)
    )
    BoardSet.objects.filter(pk=board_set.pk).update(closed_at=now)
    return board_set


def played(board_set: BoardSet, user: User, above: float, error: float = 2.0) -> None:
    play = new_play(board_set, user=user, counts=True)
    play.done_at, play.place, play.above, play.above_error = timezone.now(), 1, above, error
    play.save()


def test_lists_have_members_who_have_played_on_three_days(ai: User, bo: User) -> None:
    for number in range(3):
        board_set = day_of(number)
        played(board_set, ai, 1)
        if number:
            played(board_set, bo, 5)
    assert [(line.user, line.above, line.is_mine) for line in list_since(FIRST, ai, last_close())] == [(ai, 3.0, True)]
    assert (days_missing(latest_plays(ai)), days_missing(latest_plays(bo))) == (0, 1)
    assert "You need 1 more day" in text(get(bo, "/boards/"))
    played(day_of(3), bo, 5)
    assert [(line.place, line.user) for line in list_since(FIRST, ai, last_close())] == [(1, bo), (2, ai)]
    # They need not be days of the list.
    assert [line.user for line in list_since(FIRST + timedelta(days=3), None, last_close())] == [bo]


def test_a_rating_is_the_mean_by_rules_with_its_error(ai: User) -> None:
    for number, preset in enumerate(["gurunapo", "gurunapo", "nap"]):
        assert ratings_of(latest_plays(ai)) == []
        played(day_of(number, preset), ai, above=number + 1, error=2)
    assert [(line.preset, line.mean, round(line.error, 3), line.boards) for line in ratings_of(latest_plays(ai))] == [
        ("gurunapo", 0.75, 0.707, 4),
        ("nap", 1.5, 1.0, 2),
    ]


def test_profiles_show_it_to_others_only_if_its_owner_likes(ai: User, bo: User) -> None:
    for number in range(3):
        played(day_of(number), ai, 1)
    User.objects.update(statistics_for=User.Audience.EVERYBODY)
    assert "+0.50 ± 0.58 (6 boards)" in text(get(ai, "/boards/"))
    assert "+0.50" not in text(get(bo, ai.get_absolute_url()))
    User.objects.filter(pk=ai.pk).update(shows_boards=True)
    assert "+0.50 ± 0.58 (6 boards)" in text(get(bo, ai.get_absolute_url()))
