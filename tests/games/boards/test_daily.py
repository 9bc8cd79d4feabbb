"""The boards of the day: which rules, when, and who is Napoleon."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.boards import closing, daily
from games.boards.daily import DailyPlan, begins, is_declared_by_person, open_daily_boards, secret_for, today
from games.boards.services import begin, board_rules, open_challenge
from games.kernel.log import state_of
from games.models import BoardSet
from games.tasks import turn_daily_boards
from napoleon.engine.shuffle import Seeds, commitment
from players.models import User

MONDAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 3, tzinfo=UTC)
"""Of Monday in Tokyo."""


def test_each_day_of_the_week_has_its_rules(settings: Any) -> None:
    settings.DAILY_BOARDS = ["leaflet", "nap", "four!", "gurunapo", "gurunapo", "gurunapo", "gurunapo"]
    assert DailyPlan.of(MONDAY) == ("leaflet", False)
    assert DailyPlan.of(date(2026, 12, 2)) == ("four", True)


def test_a_day_begins_in_the_zone_of_the_site(settings: Any) -> None:
    evening = datetime(2026, 11, 30, 16, tzinfo=UTC)
    assert today(evening) == date(2026, 12, 1)
    settings.DAILY_BOARDS_ZONE = "UTC"
    assert today(evening) == MONDAY


@pytest.mark.django_db
def test_the_boards_of_a_day_open_once() -> None:
    [board_set] = open_daily_boards(NOON)
    assert board_set.closes_at > board_set.opens_at
    assert open_daily_boards(NOON) == []
    assert BoardSet.objects.count() == 1


@pytest.mark.django_db
def test_two_processes_open_a_day_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn_more_slowly(*args: Any, **kwargs: Any) -> bytes:
        monkeypatch.undo()
        [first] = open_daily_boards(NOON)
        secret = secret_for(*args, **kwargs)
        assert commitment(secret) != first.commitment
        return secret

    monkeypatch.setattr(daily, "secret_for", drawn_more_slowly)
    assert open_daily_boards(NOON) == []
    assert BoardSet.objects.count() == 1


def test_a_site_may_do_without(settings: Any) -> None:
    settings.DAILY_BOARDS = []
    assert open_daily_boards(NOON) == []


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["gurunapo", "four"])
def test_without_an_auction_the_person_is_napoleon(preset: str, settings: Any, ai: User) -> None:
    settings.DAILY_BOARDS = [f"{preset}!"] * 7
    board_set = open_daily_boards(timezone.now())[0]
    game = begin(board_set, ai).game
    game.refresh_from_db()
    [deal] = state_of(game).match.open
    assert deal.to_act() == (0,)
    assert deal.contract.napoleon == 0


def test_a_secret_is_drawn_until_the_person_declares_each_board() -> None:
    rules = board_rules("gurunapo", 2)
    secret = secret_for(rules, "day", skips_auction=True)
    seeds = Seeds(secret, "day", ("",) * 5)
    assert is_declared_by_person(rules, seeds, 1)
    assert is_declared_by_person(rules, seeds, 2)


@pytest.mark.django_db
def test_the_next_day_is_there_at_the_stroke_of_midnight() -> None:
    midnight = begins(MONDAY)
    open_daily_boards(midnight - timedelta(minutes=31))
    assert not BoardSet.objects.filter(day=MONDAY).exists()
    open_daily_boards(midnight - timedelta(minutes=29))
    board_set = BoardSet.objects.get(day=MONDAY)
    assert board_set.opens_at == midnight
    assert open_daily_boards(midnight) == []


@pytest.mark.django_db
def test_after_days_without_the_site_today_opens_and_what_was_open_closes(settings: Any) -> None:
    settings.DAILY_BOARDS = ["nap"] * 7
    now = timezone.now()
    [old] = open_daily_boards(now - timedelta(days=3))[:1]
    turn_daily_boards()
    assert BoardSet.objects.filter(day=today(now)).count() == 1
    old.refresh_from_db()
    assert old.closed_at is not None
    # On the days between nobody could play: they have no boards.
    assert not BoardSet.objects.filter(day=today(now) - timedelta(days=1)).exists()


@pytest.mark.django_db
def test_a_set_that_cannot_be_closed_holds_up_no_other(monkeypatch: pytest.MonkeyPatch, ai: User) -> None:
    broken, other = open_challenge(ai, "nap", 1), open_challenge(ai, "nap", 2)
    BoardSet.objects.update(closes_at=timezone.now())

    def close(board_set: BoardSet) -> None:
        if board_set == broken:
            raise ValueError("broken")
        BoardSet.objects.filter(pk=board_set.pk).update(closed_at=timezone.now())

    monkeypatch.setattr(closing, "close", close)
    closing.close_due(timezone.now())
    assert BoardSet.objects.get(closed_at=None) == broken
    assert BoardSet.objects.exclude(closed_at=None).get() == other
