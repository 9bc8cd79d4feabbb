"""The clock: worked examples in real time zones, and properties of any calendar."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.time_bank import (
    DAY,
    HOUR,
    NOTHING,
    Bank,
    Calendar,
    ClockError,
    ClockRules,
    Span,
    after,
    after_move,
    after_time_out,
    charge_bank,
    clock_from_json,
    clock_to_json,
    due,
    pauses,
    restarts,
    running,
    time_out,
)

QUIET = (time(23), time(7))


def at(text: str, zone: str = "UTC") -> datetime:
    """A moment in local time: "2026-03-02 21:40"."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def hours(number: float) -> timedelta:
    return number * HOUR


# --- Rules ---


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"move": hours(0.5)}, "move"),
        ({"move": 15 * DAY}, "move"),
        ({"bank": 31 * DAY}, "bank"),
        ({"bank": -HOUR}, "bank"),
        ({"increment": 2 * DAY}, "increment"),
        ({"autopilot": 10}, "autopilot"),
        ({"move": NOTHING, "bank": NOTHING}, "bank"),
    ],
)
def test_an_impossible_clock_is_refused_by_name(changes: dict[str, Any], key: str) -> None:
    with pytest.raises(ClockError) as refused:
        ClockRules(**changes)
    assert refused.value.key == key


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"move": "1"},
        {"move": True},
        {"move": 3600.5},
        {"move": 10**30},
        {"move": -3600},
        {"quiet": 1},
        {"autopilot": True},
        {"speed": 1},
        {"__class__": 1},
        {1: 1},
    ],
)
def test_json_that_is_not_a_clock_is_refused(data: object) -> None:
    with pytest.raises(ClockError):
        clock_from_json(data)


def test_a_clock_comes_back_from_its_json() -> None:
    rules = ClockRules(hours(8), 2 * DAY, hours(0.5), quiet=False, weekend=True, autopilot=0)
    data = clock_to_json(rules)
    assert data == {"move": 28800, "bank": 172800, "increment": 1800, "quiet": False, "weekend": True, "autopilot": 0}
    assert clock_from_json(data) == rules
    assert clock_from_json({}) == ClockRules()


def test_quiet_hours_are_half_a_day_at_most() -> None:
    assert Calendar(quiet=(time(19), time(7))).quiet
    for start, end in ((time(18, 59), time(7)), (time(7), time(7))):
        with pytest.raises(ClockError):
            Calendar(quiet=(start, end))


# --- Worked examples: quiet hours, weekends, vacations ---


def test_time_runs_unless_something_stops_it() -> None:
    start = at("2026-03-02 21:40")
    assert after(Calendar(), start, DAY) == at("2026-03-03 21:40")
    assert running(Calendar(), start, start + DAY) == DAY


def test_eight_hours_from_the_evening_end_the_next_afternoon() -> None:
    tokyo = Calendar("Asia/Tokyo", QUIET)
    assert after(tokyo, at("2026-03-02 21:00", "Asia/Tokyo"), hours(8)) == at("2026-03-03 13:00", "Asia/Tokyo")


def test_a_turn_that_opens_in_the_night_begins_to_count_in_the_morning() -> None:
    tokyo = Calendar("Asia/Tokyo", QUIET)
    assert after(tokyo, at("2026-03-03 03:00", "Asia/Tokyo"), HOUR) == at("2026-03-03 08:00", "Asia/Tokyo")


def test_quiet_hours_need_not_span_midnight() -> None:
    siesta = Calendar("Europe/Madrid", (time(13), time(16, 30)))
    assert after(siesta, at("2026-03-03 12:00", "Europe/Madrid"), hours(2)) == at("2026-03-03 17:30", "Europe/Madrid")


@pytest.mark.parametrize(
    ("day", "nights"), [("2026-03-28", hours(7)), ("2026-10-24", hours(9)), ("2026-06-01", hours(8))]
)
def test_a_night_is_as_long_as_the_wall_clock_makes_it(day: str, nights: timedelta) -> None:
    """In Berlin the clocks go forward on 29 March 2026, and back on 25 October."""
    berlin = Calendar("Europe/Berlin", QUIET)
    start = at(f"{day} 23:00", "Europe/Berlin")
    assert running(berlin, start, start + hours(20)) == hours(20) - nights


def test_a_boundary_in_the_repeated_hour_includes_both_readings() -> None:
    early = Calendar("Europe/Berlin", (time(23), time(2, 30)))
    still, again = next(pauses(early, at("2026-10-24 23:00", "Europe/Berlin")))
    assert again == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 2:30 for the second time
    late = Calendar("Europe/Berlin", (time(2, 30), time(7)))
    still, again = next(pauses(late, at("2026-10-25 01:00", "Europe/Berlin")))
    assert still == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 2:30 for the first time


def test_a_boundary_in_the_missing_hour_works() -> None:
    spans = pauses(Calendar("Europe/Berlin", (time(2, 15), time(2, 45))), at("2026-03-29 00:00", "Europe/Berlin"))
    still, again = next(spans)
    assert still < again
    assert next(spans)[0] > again


def test_weekends_follow_the_players_own_zone() -> None:
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        calendar = Calendar(zone, weekend=True)
        assert after(calendar, at("2026-03-06 20:00", zone), hours(5)) == at("2026-03-09 01:00", zone)


def test_nights_in_a_weekend_count_once() -> None:
    calendar = Calendar("Asia/Tokyo", QUIET, weekend=True)
    assert after(calendar, at("2026-03-06 20:00", "Asia/Tokyo"), hours(5)) == at("2026-03-09 09:00", "Asia/Tokyo")


def test_a_vacation_entered_in_mid_turn_gives_the_rest_back() -> None:
    opened = at("2026-03-02 08:00")
    vacation = (at("2026-03-02 20:00"), at("2026-03-12 20:00"))
    assert after(Calendar(), opened, DAY) == at("2026-03-03 08:00")
    assert after(Calendar(away=(vacation,)), opened, DAY) == at("2026-03-13 08:00")


def test_pauses_that_overlap_count_once() -> None:
    vacation = (at("2026-03-02"), at("2026-03-09"))
    pause = (at("2026-03-05"), at("2026-03-11"))
    outage = (at("2026-03-06"), at("2026-03-06 04:00"))
    calendar = Calendar(away=(vacation, pause), down=(outage,))
    assert list(pauses(calendar, at("2026-03-01"))) == [(at("2026-03-02"), at("2026-03-11"))]
    assert running(calendar, at("2026-03-01"), at("2026-03-12")) == 2 * DAY


def test_the_clock_runs_again_after_a_vacation_not_after_every_night() -> None:
    vacation = (at("2026-03-03 12:00"), at("2026-03-06 12:00"))
    calendar = Calendar("UTC", QUIET, away=(vacation,))
    start, end = at("2026-03-02 12:00"), at("2026-03-09 12:00")
    assert list(restarts(calendar, start, end)) == [at("2026-03-06 12:00")]
    assert list(restarts(calendar, start, at("2026-03-06 12:00"))) == []
    assert list(restarts(Calendar("UTC", QUIET, down=(vacation,)), start, end)) == []


# --- Worked examples: allowance, bank, time-out ---

RULES = ClockRules(move=DAY, bank=2 * DAY, increment=hours(1))
OPENED = at("2026-03-02 08:00")


def time_out_of(bank: Bank, *opened: datetime, calendar: Calendar | None = None) -> datetime:
    """When the last of these turns of one seat times out."""
    calendar = calendar or Calendar()
    dues = [due(RULES, calendar, moment) for moment in opened]
    return time_out(calendar, bank, dues, dues[-1])


def test_the_example_of_the_documentation() -> None:
    """The example in docs/time.md."""
    rules, calendar = ClockRules(move=hours(8), bank=DAY), Calendar("Asia/Tokyo", QUIET)
    ends = due(rules, calendar, at("2026-03-02 21:00", "Asia/Tokyo"))
    assert ends == at("2026-03-03 13:00", "Asia/Tokyo")
    assert time_out(calendar, Bank(DAY), [ends], ends) == at("2026-03-04 21:00", "Asia/Tokyo")
    played = at("2026-03-03 15:00", "Asia/Tokyo")
    assert charge_bank(calendar, Bank(DAY), [ends], played).left == hours(22)


def test_a_turn_times_out_when_allowance_and_bank_are_used_up() -> None:
    assert due(RULES, Calendar(), OPENED) == at("2026-03-03 08:00")
    assert time_out_of(Bank(2 * DAY), OPENED) == at("2026-03-05 08:00")
    assert time_out_of(Bank(NOTHING), OPENED) == at("2026-03-03 08:00")


def test_a_move_within_its_allowance_costs_no_bank() -> None:
    bank, dues = Bank(2 * DAY), [due(RULES, Calendar(), OPENED)]
    assert charge_bank(Calendar(), bank, dues, at("2026-03-03 07:59")) == bank
    assert charge_bank(Calendar(), bank, [], at("2026-03-09")) == bank


def test_a_move_after_its_allowance_costs_its_lateness() -> None:
    late = at("2026-03-03 18:00")
    bank = charge_bank(Calendar(), Bank(2 * DAY), [due(RULES, Calendar(), OPENED)], late)
    assert bank == Bank(hours(38), late)
    assert after_move(RULES, bank).left == hours(39)


def test_increments_never_exceed_the_initial_bank() -> None:
    assert after_move(RULES, Bank(2 * DAY - hours(0.5))).left == 2 * DAY
    assert after_move(RULES, Bank(2 * DAY)).left == 2 * DAY


def test_two_turns_that_are_late_at_once_draw_on_the_bank_once() -> None:
    calendar, first, second = Calendar(), OPENED, OPENED + hours(4)
    dues = [due(RULES, calendar, opened) for opened in (first, second)]
    # The first is late from 8:00 on, the second from 12:00; both are played at 20:00, then at 22:00.
    bank = charge_bank(calendar, Bank(2 * DAY), dues, at("2026-03-03 20:00"))
    assert bank.left == hours(36)
    assert charge_bank(calendar, bank, dues[1:], at("2026-03-03 22:00")).left == hours(34)


def test_an_older_turn_draws_for_both_until_it_is_played() -> None:
    assert time_out_of(Bank(hours(10)), OPENED, OPENED + hours(4)) == at("2026-03-03 18:00")
    assert time_out_of(Bank(hours(10)), OPENED, OPENED + hours(20)) == at("2026-03-04 04:00")
    # Once it has been played in time, the bank is whole again for the other.
    assert time_out_of(Bank(hours(10)), OPENED + hours(4)) == at("2026-03-03 22:00")


def test_a_bank_without_allowance_gets_a_fresh_start_after_a_time_out() -> None:
    alone = ClockRules(move=NOTHING, bank=2 * DAY)
    assert due(alone, Calendar(), OPENED) == OPENED
    assert after_time_out(alone, Bank(NOTHING)).left == HOUR
    assert after_time_out(RULES, Bank(NOTHING)).left == NOTHING


# --- Properties of all calendars ---

ZONES = ("UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe")
START = datetime(2026, 1, 1, tzinfo=UTC)


@st.composite
def moments(draw: st.DrawFn) -> datetime:
    """Often close to a clock change."""
    base = draw(st.sampled_from([START, at("2026-03-08"), at("2026-03-28"), at("2026-10-24")]))
    return base + timedelta(minutes=draw(st.integers(0, 20 * 24 * 60)))


@st.composite
def spans(draw: st.DrawFn) -> Span:
    start = draw(moments())
    return start, start + timedelta(minutes=draw(st.integers(1, 20 * 24 * 60)))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    quiet = None
    if draw(st.booleans()):
        # None begins or ends at a clock change, which the sum below ignores.
        quiet = (time(draw(st.integers(19, 23)), 30), time(draw(st.integers(5, 7))))
    away, down = (tuple(draw(st.lists(spans(), max_size=most))) for most in (3, 2))
    return Calendar(draw(st.sampled_from(ZONES)), quiet, draw(st.booleans()), away, down)


amounts = st.integers(0, 44 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


def stands(calendar: Calendar, moment: datetime) -> bool:
    """Whether the clock is stopped, by the local time."""
    wall = moment.astimezone(ZoneInfo(calendar.zone))
    night = calendar.quiet is not None and (wall.time() >= calendar.quiet[0] or wall.time() < calendar.quiet[1])
    weekend = calendar.weekend and wall.weekday() >= 5
    stops = (*calendar.away, *calendar.down)
    return night or weekend or any(start <= moment < end for start, end in stops)


@given(calendars(), spans())
def test_every_minute_counts_in_which_the_clock_runs(calendar: Calendar, span: Span) -> None:
    start, end = span[0], min(span[1], span[0] + 4 * DAY)
    minutes = int((end - start) / timedelta(minutes=1))
    told = sum(not stands(calendar, start + timedelta(minutes=n)) for n in range(minutes))
    assert running(calendar, start, end) == timedelta(minutes=told)


@given(calendars(), moments())
def test_pauses_come_in_order_and_never_touch(calendar: Calendar, since: datetime) -> None:
    spans = [span for span, _ in zip(pauses(calendar, since), range(50), strict=False)]
    assert all(start < end for start, end in spans)
    assert all(span[1] < following[0] for span, following in pairwise(spans))
    assert all(end > since for _start, end in spans)


@given(calendars(), moments(), amounts)
def test_the_time_used_by_the_deadline_is_the_time_given(
    calendar: Calendar, start: datetime, amount: timedelta
) -> None:
    end = after(calendar, start, amount)
    assert running(calendar, start, end) == amount
    # And not a minute earlier.
    assert not amount or running(calendar, start, end - timedelta(seconds=1)) < amount


@given(calendars(), moments(), amounts, amounts)
def test_more_time_never_ends_earlier(calendar: Calendar, start: datetime, amount: timedelta, more: timedelta) -> None:
    assert after(calendar, start, amount) <= after(calendar, start, amount + more)
    assert after(calendar, start, amount) <= after(calendar, start + more, amount)


@given(calendars(), moments(), amounts, spans())
def test_another_pause_never_brings_the_deadline_forward_or_adds_more_than_itself(
    calendar: Calendar, start: datetime, amount: timedelta, further: Span
) -> None:
    more = replace(calendar, away=(*calendar.away, further))
    before, now = after(calendar, start, amount), after(more, start, amount)
    assert before <= now
    assert running(calendar, start, now) - amount <= further[1] - further[0]


@given(calendars(), moments(), amounts, spans())
def test_a_pause_entered_mid_turn_keeps_the_time_already_used(
    calendar: Calendar, start: datetime, amount: timedelta, pause: Span
) -> None:
    """So deadlines can be computed again from the start of the turn after each new pause."""
    entered, until = max(pause[0], start), max(pause[1], start)
    more = replace(calendar, away=(*calendar.away, (entered, until)))
    assert running(more, start, entered) == running(calendar, start, entered)
    assert running(more, entered, until) == NOTHING
    if after(calendar, start, amount) > entered:
        assert after(more, start, amount) >= until


@given(calendars(), st.lists(st.tuples(moments(), amounts), min_size=1, max_size=4), amounts)
def test_the_bank_pays_once_for_overlapping_delays(
    calendar: Calendar, turns: list[tuple[datetime, timedelta]], size: timedelta
) -> None:
    """Whatever the order in which turns of a seat become late and are played."""
    open_turns = {number: (opened, opened + took) for number, (opened, took) in enumerate(turns)}
    bank = Bank(timedelta(days=1000))
    while open_turns:
        number = min(open_turns, key=lambda turn: open_turns[turn][1])
        now = open_turns[number][1]
        dues = [after(calendar, opened, DAY) for opened, _end in open_turns.values() if opened <= now]
        bank = charge_bank(calendar, bank, dues, now)
        del open_turns[number]
    late = [(after(calendar, opened, DAY), opened + took) for opened, took in turns]
    union = list(pauses(Calendar(away=tuple(span for span in late if span[0] < span[1])), START))
    told = sum((running(calendar, start, end) for start, end in union), NOTHING)
    assert timedelta(days=1000) - bank.left == told


@given(calendars(), st.lists(moments(), min_size=1, max_size=4), amounts, amounts)
def test_waiting_does_not_move_a_time_out(
    calendar: Calendar, opened: list[datetime], left: timedelta, later: timedelta
) -> None:
    """Charging the bank along the way does not change a time-out."""
    bank, dues = Bank(left), [after(calendar, moment, DAY) for moment in opened]
    own = dues[0]
    falls = time_out(calendar, bank, dues, own)
    now = min(dues) + later
    if now < falls:
        assert time_out(calendar, charge_bank(calendar, bank, dues, now), dues, own) == falls
