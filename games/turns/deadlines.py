"""Until when seats can move, and what is left of their banks: `napoleon.time_bank` applied to what is stored.

All is worked out from when each turn opened, and from every reason for which time has stood still since.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Final, NamedTuple

from games.models import Game, Seat, Turn
from games.plans.release import longest_wait
from games.turns.outages import outages
from napoleon import time_bank
from napoleon.quiet_hours import can_be
from napoleon.time_bank import Bank, Calendar, ClockRules, Span
from players.models import User, Vacation
from players.notifications.reminder_schedule import reminder_times
from players.preferences.time_zones import names

TIMES: Final = ("user_id", "opened_at", "due", "times_out_at", "remind_at", "remind_later", "tell_at")
"""What of a turn follows from the clock."""
# A player who moves within this time gets no notification of the turn.
PATIENCE: Final = timedelta(minutes=2)


def tell_at(user_id: int | None, opened_at: datetime) -> datetime | None:
    """When to notify a person of a turn that opens now: the value of `Turn.tell_at`."""
    return opened_at + PATIENCE if user_id else None


def is_clocked(seats: Iterable[Seat]) -> bool:
    """Whether a clock runs: where nobody but bots waits, a person may take as long as they like."""
    return sum(seat.user_id is not None for seat in seats) > 1


def set_deadlines(game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime) -> list[Turn]:
    """Set what follows from the clock and return the changed turns. ``turns`` must hold all open turns of a seat."""
    before = [_times(turn) for turn in turns]
    rules = game.clock
    clocked = is_clocked(seats)
    numbers = {turn.seat for turn in turns}
    waited_for = [seats[number] for number in numbers if clocked and seats[number].is_present]
    stops = _stops(game, waited_for, min((turn.opened_at for turn in turns), default=now), now)
    for number in numbers:
        seat, own = seats[number], [turn for turn in turns if turn.seat == number]
        for turn in own:
            turn.user = seat.user if seat.is_present else None
        if seat in waited_for:
            calendar = calendar_of(rules, seat, stops)
            dues = _dues(game, rules, calendar, [turn.opened_at for turn in own])
            _run(rules, seat, calendar, own, dues, now)
        else:
            for turn in own:
                turn.due = turn.times_out_at = turn.remind_at = turn.tell_at = None
                turn.remind_later = []
    return [turn for turn, times in zip(turns, before, strict=True) if _times(turn) != times]


def _dues(game: Game, rules: ClockRules, calendar: Calendar, opened: Iterable[datetime]) -> list[datetime]:
    """When turns are due. The time for which plans may wait here costs nothing, even where there is no allowance.

    That holds for every turn and every way to move, so neither deadlines nor banks reveal a plan.
    Nor does live play cost anything: no turn lasts an hour there.
    """
    free = time_bank.HOUR if game.live_since else longest_wait(game.release)
    return [time_bank.due(rules, calendar, moment, free) for moment in opened]


def _times(turn: Turn) -> tuple[object, ...]:
    return tuple(getattr(turn, name) for name in TIMES)


def _run(
    rules: ClockRules, seat: Seat, calendar: Calendar, turns: list[Turn], dues: list[datetime], now: datetime
) -> None:
    """Set the deadlines of a seat whose clock runs."""
    bank = bank_of(rules, seat)
    for turn, due in zip(turns, dues, strict=True):
        if turn.opened_at == now:
            turn.tell_at = tell_at(seat.user_id, turn.opened_at)
        turn.due, turn.times_out_at = due, time_bank.time_out(calendar, bank, dues, due)
        arm(turn, reminders(rules, calendar, turn, seat.user), now)


def charged_bank(game: Game, seat: Seat, turns: Iterable[Turn], now: datetime) -> Bank:
    """The bank of the seat, less what it has been late until now in these turns."""
    rules = game.clock
    own = [turn for turn in turns if turn.seat == seat.number and turn.due]
    bank = bank_of(rules, seat)
    if not any(turn.due < now for turn in own if turn.due):
        return bank
    # An outage may be known of for which nobody has been given their time back yet.
    opened = [turn.opened_at for turn in own]
    calendar = calendar_of(rules, seat, _stops(game, [seat], min(opened), now))
    return time_bank.charge_bank(calendar, bank, _dues(game, rules, calendar, opened), now)


def bank_of(rules: ClockRules, seat: Seat) -> Bank:
    return Bank(rules.bank if seat.bank is None else seat.bank, seat.bank_charged_until)


# --- Reminders ---


def reminders(rules: ClockRules, calendar: Calendar, turn: Turn, user: User | None) -> list[datetime]:
    """When to remind of the turn, in time that runs: two hours before a time-out at 8 may be the evening before.

    After the last of them there is another for each long stop: who comes back has perhaps forgotten.
    """
    if user is None or turn.times_out_at is None:
        return []
    opened, whole = turn.opened_at, time_bank.running(calendar, turn.opened_at, turn.times_out_at)
    times = reminder_times(user.reminders, opened, opened + rules.move, opened + whole)
    moments = [time_bank.after(calendar, opened, moment - opened) for moment in times]
    if moments:
        moments += time_bank.restarts(calendar, moments[-1], turn.times_out_at)
    return moments


def arm(turn: Turn, times: list[datetime], now: datetime) -> None:
    """Set the reminders to come; one whose time has come already stays until the sweep has seen to it.

    Those before it were seen to. Its time may have moved, as by an outage, also beyond now.
    """
    since = turn.remind_at
    late = [moment for moment in times if since and since <= moment <= now]
    later = late[:1] + [moment for moment in times if moment > now]
    turn.remind_at = later[0] if later else None
    turn.remind_later = [moment.isoformat() for moment in later[1:]]


def reminded(turn: Turn, now: datetime) -> None:
    """Go on to the next reminder of a turn. Missed reminders collapse into the one just sent."""
    later = [datetime.fromisoformat(text) for text in turn.remind_later]
    later = [moment for moment in later if moment > now]
    turn.remind_at = later[0] if later else None
    turn.remind_later = [moment.isoformat() for moment in later[1:]]


# --- Why time stands still ---


class Stops(NamedTuple):
    """Why clocks stand still, beside the hours that each seat keeps."""

    table: tuple[Span, ...] = ()
    """Pauses."""
    site: tuple[Span, ...] = ()
    """Outages."""
    people: Mapping[int, tuple[Span, ...]] = {}
    """Vacations, by the keys of those who take them."""


def calendar_of(rules: ClockRules, seat: Seat, stops: Stops) -> Calendar:
    """The calendar of a seat, by the hours that it keeps and the pauses that are handed in."""
    zone = seat.hours_json.get("zone", "UTC")
    quiet = seat.hours_json.get("quiet") if rules.quiet else None
    start, end = (time.fromisoformat(text) for text in quiet or ("00:00", "00:00"))
    return Calendar(
        zone=zone if zone in names() else "UTC",
        quiet=(start, end) if can_be(start, end) else None,
        weekend=rules.weekend,
        away=stops.table + stops.people.get(seat.user_id or 0, ()),
        down=stops.site,
    )


def _stops(game: Game, seats: Iterable[Seat], since: datetime, now: datetime) -> Stops:
    """What has stopped the clocks of these seats since then. Most moves need no query for it."""
    users = [seat.user for seat in seats if seat.user is not None]
    if not users:
        return Stops()
    table: tuple[Span, ...] = ()
    if game.paused_until and game.paused_until > since:
        table = tuple(game.pauses.filter(end__gt=since).values_list("start", "end"))
    site = outages(since, now) if since < now else ()
    people: dict[int, tuple[Span, ...]] = {}
    resting = [user for user in users if user.vacations_until and user.vacations_until > since]
    if resting:
        vacations = Vacation.objects.filter(user__in=resting, end__gt=since)
        for user_id, start, end in vacations.values_list("user", "start", "end"):
            people[user_id] = (*people.get(user_id, ()), (start, end))
    return Stops(table, site, people)
