"""Deadlines and clocks in words: in the reader's zone and language."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from games.presentation.times import clock_lines, left, span, until, when
from napoleon.time_bank import DAY, HOUR, NOTHING, ClockRules

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(
    ("hours", "english", "japanese"),
    [
        (6, "today 18:00", "今日 18:00"),
        (13, "tomorrow 01:00", "明日 01:00"),
        (33.5, "tomorrow 21:30", "明日 21:30"),
        (48, "Wednesday 12:00", "水曜日 12:00"),
        (6 * 24, "Sunday 12:00", "日曜日 12:00"),
        (7 * 24, "March 9, 12:00", "3月9日 12:00"),
        (-48, "February 28, 12:00", "2月28日 12:00"),
    ],
)
def test_a_moment_in_words(hours: float, english: str, japanese: str) -> None:
    moment = NOW + hours * HOUR
    assert when(moment, NOW) == english
    with translation.override("ja"):
        assert when(moment, NOW) == japanese


def test_what_day_it_is_depends_on_the_reader() -> None:
    with timezone.override(ZoneInfo("Asia/Tokyo")):
        assert when(NOW + 2 * HOUR, NOW) == "today 23:00"
        assert when(NOW + 3 * HOUR, NOW) == "tomorrow 00:00"


@pytest.mark.parametrize(
    ("rest", "english", "japanese"),
    [
        (timedelta(seconds=59), "in 0 minutes", "あと0分"),
        (timedelta(minutes=1), "in 1 minute", "あと1分"),
        (timedelta(minutes=59, seconds=59), "in 59 minutes", "あと59分"),
        (timedelta(hours=9, minutes=59), "in 9 hours", "あと9時間"),
        (timedelta(hours=47), "in 47 hours", "あと47時間"),
        (timedelta(days=3, hours=23), "in 3 days", "あと3日"),
        (timedelta(), "time is up", "時間切れ"),
        (-DAY, "time is up", "時間切れ"),
    ],
)
def test_what_is_left_is_rounded_down(rest: timedelta, english: str, japanese: str) -> None:
    assert left(NOW + rest, NOW) == english
    with translation.override("ja"):
        assert left(NOW + rest, NOW) == japanese


def test_the_allowance_is_told_first_and_then_the_bank() -> None:
    due, time_out = NOW + 9 * HOUR, NOW + DAY
    first = until(due, time_out, NOW)
    assert first is not None
    assert (first.moment, first.on_bank, first.times_out_at, first.is_soon) == (due, False, time_out, False)
    later = until(due, time_out, due)
    assert later is not None
    assert (later.moment, later.on_bank, later.times_out_at, later.is_soon) == (time_out, True, None, True)


def test_without_a_bank_there_is_one_deadline() -> None:
    only = until(NOW + 2 * HOUR, NOW + 2 * HOUR, NOW)
    assert only is not None
    assert (only.moment, only.on_bank, only.times_out_at, only.is_soon) == (NOW + 2 * HOUR, False, None, True)


def test_without_a_clock_there_is_none() -> None:
    assert until(None, None, NOW) is None


@pytest.mark.parametrize(
    ("length", "words"),
    [(600, "10 minutes"), (3600, "1 hour"), (5400, "90 minutes"), (86400, "1 day"), (7 * 86400, "7 days")],
)
def test_a_length_in_words(length: int, words: str) -> None:
    assert span(timedelta(seconds=length)) == words


def test_clocks_in_words() -> None:
    assert clock_lines(ClockRules()) == [
        "1 day for each move, then a time bank of 3 days",
        "stops in each player’s quiet hours",
        "after 2 time-outs in a row a bot takes over",
    ]
    assert clock_lines(ClockRules(bank=NOTHING, quiet=False, weekend=True, autopilot=0)) == [
        "1 day for each move",
        "stops on Saturdays and Sundays",
    ]
    alone = ClockRules(move=NOTHING, increment=HOUR / 2, quiet=False, autopilot=0)
    assert clock_lines(alone) == [
        "A time bank of 3 days for all moves together",
        "each move gives 30 minutes back to the bank",
    ]
    assert clock_lines(alone, HOUR / 6)[1] == "the first 10 minutes of each turn are free"
    assert clock_lines(ClockRules(), HOUR / 6) == clock_lines(ClockRules())
