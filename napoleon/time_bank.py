"""The clock of a turn: how much time it has, and when the clock stops.

Nothing here reads a clock: callers pass all moments in, as aware UTC datetimes. Local time comes from `zoneinfo`.
docs/time.md explains the rules.

A turn has an *allowance*. When that is used up the turn is *due*, and the seat's *bank* runs. When the bank is used up
too, the turn *times out*. A seat with several open turns has one bank, which runs while any of them is past its
allowance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, time, timedelta
from heapq import merge
from typing import Any, Final
from zoneinfo import ZoneInfo

from napoleon.quiet_hours import DAY as DAY
from napoleon.quiet_hours import LONGEST_QUIET, Hours, can_be, first_reading, last_reading, nights
from napoleon.quiet_hours import Span as Span

NOTHING: Final = timedelta()
HOUR: Final = timedelta(hours=1)
# Without an allowance, a time-out leaves this much in the bank, so that the next does not follow at once.
FRESH_START: Final = HOUR


class ClockError(ValueError):
    """Invalid rules of a clock: the field, and why (``type``, ``range`` or ``none``)."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key, self.reason = key, reason


# --- The rules of a clock ---


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The clock of a table. Raises `ClockError` for invalid values."""

    move: timedelta = DAY
    """The allowance of each turn; with zero there is only the bank."""
    bank: timedelta = 3 * DAY
    """The time of a seat for the whole match, beyond its allowances."""
    increment: timedelta = NOTHING
    """The time that each move gives back to the bank, which never exceeds its initial size."""
    quiet: bool = True
    """Whether the clock keeps each player's quiet hours."""
    weekend: bool = False
    """Whether the clock stops on each player's Saturdays and Sundays."""
    autopilot: int = 2
    """The number of time-outs in a row after which a bot takes over; 0 for never."""

    def __post_init__(self) -> None:
        for key, (least, most) in _LIMITS.items():
            if not least <= getattr(self, key) <= most:
                raise ClockError(key, "range")
        if self.move and self.move < HOUR:
            raise ClockError("move", "range")
        if not self.move and not self.bank:
            raise ClockError("bank", "none")


_LIMITS: Final[dict[str, tuple[Any, Any]]] = {
    "move": (NOTHING, 14 * DAY),
    "bank": (NOTHING, 30 * DAY),
    "increment": (NOTHING, DAY),
    "autopilot": (0, 9),
}


def clock_to_json(rules: ClockRules) -> dict[str, Any]:
    """Return the clock as the table stores it, times in seconds."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return {key: int(value.total_seconds()) if isinstance(value, timedelta) else value for key, value in values.items()}


def clock_from_json(data: object) -> ClockRules:
    """Read a stored clock; missing keys have their default, and invalid ones raise `ClockError`."""
    if not isinstance(data, dict):
        raise ClockError("clock", "type")
    plain = {field.name: field.default for field in fields(ClockRules)}
    values: dict[str, Any] = {}
    for key, value in data.items():
        default = plain.get(key)
        if default is None or type(value) is not (bool if isinstance(default, bool) else int):
            raise ClockError(str(key), "type")
        if not isinstance(default, timedelta):
            values[key] = value
        elif not 0 <= value <= _LIMITS[key][1].total_seconds():
            raise ClockError(key, "range")
        else:
            values[key] = timedelta(seconds=value)
    return ClockRules(**values)


# --- When the clock stops ---


@dataclass(frozen=True, slots=True)
class Calendar:
    """Everything that stops the clock of a seat."""

    zone: str = "UTC"
    quiet: Hours | None = None
    weekend: bool = False
    away: tuple[Span, ...] = ()
    """Vacations, and pauses of the table; they may overlap."""
    down: tuple[Span, ...] = ()
    """Outages of the site, known only afterwards."""

    def __post_init__(self) -> None:
        if self.quiet and not can_be(*self.quiet):
            raise ClockError("quiet", "range")


def pauses(calendar: Calendar, since: datetime) -> Iterator[Span]:
    """Yield the spans that do not count, in order and merged where they touch; the first may begin before ``since``."""
    start = end = None
    others = sorted((*calendar.away, *calendar.down))
    quiet = nights(calendar.zone, calendar.quiet, since) if calendar.quiet else ()
    for begins, ends in merge(quiet, _weekends(calendar, since), others):
        if ends <= max(since, begins):
            continue
        if start is None or end is None:
            start, end = begins, ends
        elif begins <= end:
            end = max(end, ends)
        else:
            yield start, end
            start, end = begins, ends
    if start is not None and end is not None:
        yield start, end


def _weekends(calendar: Calendar, since: datetime) -> Iterator[Span]:
    if not calendar.weekend:
        return
    day = since.astimezone(ZoneInfo(calendar.zone)).date()
    saturday = day - timedelta(days=(day.weekday() + 2) % 7 + 7)
    while True:
        monday = saturday + 2 * DAY
        yield first_reading(calendar.zone, saturday, time()), last_reading(calendar.zone, monday, time())
        saturday += 7 * DAY


def running(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    """Return how much of the time between the two moments counts."""
    if end <= start:
        return NOTHING
    counted, at = NOTHING, start
    for still, again in pauses(calendar, start):
        if still >= end:
            break
        counted += max(still - at, NOTHING)
        at = min(again, end)
    return counted + max(end - at, NOTHING)


def after(calendar: Calendar, start: datetime, amount: timedelta) -> datetime:
    """Return the moment at which this much counted time has passed since the start."""
    at = start
    for still, again in pauses(calendar, start):
        usable = max(still - at, NOTHING)
        if amount <= usable:
            break
        amount -= usable
        at = again
    return at + amount


def restarts(calendar: Calendar, start: datetime, end: datetime) -> Iterator[datetime]:
    """Yield the moments between the two at which the clock restarts after more than a night.

    The end of an outage is not among them: an outage is noticed only once it is over.
    """
    outage_ends = {again for _still, again in calendar.down}
    for still, again in pauses(calendar, start):
        if again >= end:
            return
        if again - max(still, start) > LONGEST_QUIET and again not in outage_ends:
            yield again


# --- Turns and the bank ---


@dataclass(frozen=True, slots=True)
class Bank:
    """The time that a seat has left beyond its allowances, and the moment up to which it was charged."""

    left: timedelta
    charged_until: datetime | None = None


def due(rules: ClockRules, calendar: Calendar, opened: datetime, free: timedelta = NOTHING) -> datetime:
    """Return when the allowance of a turn is used up; ``free`` time costs nothing even without an allowance."""
    return after(calendar, opened, max(rules.move, free))


def time_out(calendar: Calendar, bank: Bank, dues: Sequence[datetime], own: datetime) -> datetime:
    """Return when the turn that is due at ``own`` times out; ``dues`` are those of all the seat's open turns."""
    return max(own, after(calendar, _uncharged_since(bank, dues), bank.left))


def charge_bank(calendar: Calendar, bank: Bank, dues: Sequence[datetime], now: datetime) -> Bank:
    """Charge the bank up to now, before any of the seat's turns is closed or opened."""
    start = _uncharged_since(bank, dues) if dues else now
    if now <= start:
        return bank
    return Bank(max(bank.left - running(calendar, start, now), NOTHING), now)


def _uncharged_since(bank: Bank, dues: Sequence[datetime]) -> datetime:
    """Return since when the bank has been running without being charged."""
    first = min(dues)
    return max(first, bank.charged_until) if bank.charged_until else first


def after_move(rules: ClockRules, bank: Bank) -> Bank:
    """Return the bank after its player has moved in time."""
    grown = min(bank.left + rules.increment, max(rules.bank, bank.left))
    return Bank(grown, bank.charged_until)


def after_time_out(rules: ClockRules, bank: Bank) -> Bank:
    left = bank.left if rules.move else max(bank.left, min(FRESH_START, rules.bank))
    return Bank(left, bank.charged_until)
