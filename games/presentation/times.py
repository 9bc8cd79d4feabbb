"""Deadlines and clocks in words, in the reader's zone and language."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from napoleon.time_bank import ClockRules

# A deadline this close is highlighted.
SOON: Final = timedelta(hours=3)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Until:
    """A deadline as a page shows it."""

    moment: datetime
    """When the allowance ends, or, if it is used up, the bank."""
    on_bank: bool
    times_out_at: datetime | None
    """When the turn times out, if there is a bank after the moment."""
    is_soon: bool


def until(due: datetime | None, time_out: datetime | None, now: datetime) -> Until | None:
    """Return a turn's deadline; None without a running clock."""
    if due is None or time_out is None:
        return None
    moment = due if now < due else time_out
    on_bank = moment == time_out > due
    return Until(moment, on_bank, time_out if time_out > moment else None, on_bank or time_out - now < SOON)


def when(moment: datetime, now: datetime) -> str:
    """Return a moment in words: "Tuesday 21:40"."""
    local = timezone.localtime(moment)
    time, days = f"{local:%H:%M}", (local.date() - timezone.localtime(now).date()).days
    if days == 0:
        return _("today %(time)s") % {"time": time}
    if days == 1:
        return _("tomorrow %(time)s") % {"time": time}
    if 1 < days < 7:
        return _("%(weekday)s %(time)s") % {"weekday": WEEKDAYS[local.weekday()], "time": time}
    return _("%(date)s, %(time)s") % {"date": date_format(local, "MONTH_DAY_FORMAT"), "time": time}


def left(moment: datetime, now: datetime) -> str:
    """Return the time until then: "in 9 hours"; rounded down, so that nobody is promised more than they have."""
    rest = moment - now
    if rest <= timedelta():
        return _("time is up")
    if rest < HOUR:
        minutes = rest // timedelta(minutes=1)
        return ngettext("in %(n)s minute", "in %(n)s minutes", minutes) % {"n": minutes}
    if rest < 2 * DAY:
        hours = rest // HOUR
        return ngettext("in %(n)s hour", "in %(n)s hours", hours) % {"n": hours}
    return ngettext("in %(n)s day", "in %(n)s days", rest.days) % {"n": rest.days}


def span(length: timedelta) -> str:
    """Return an exact length of time: "12 hours", "3 days"."""
    minutes, hours = length // timedelta(minutes=1), length // HOUR
    if length < HOUR or length % HOUR:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    if length % DAY:
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    return ngettext("%(n)s day", "%(n)s days", length.days) % {"n": length.days}


def rough(length: timedelta) -> str:
    """Return a length of time in its largest unit, rounded down: "2 days"."""
    if length < HOUR:
        return span(length // timedelta(minutes=1) * timedelta(minutes=1))
    return span(length // HOUR * HOUR if length < 2 * DAY else length // DAY * DAY)


def clock_lines(rules: ClockRules, waits: timedelta = timedelta()) -> list[str]:
    """Return the clock of a table in words; ``waits`` is the longest delay of its automatic moves."""
    return list(_clock_words(rules, waits))


def _clock_words(rules: ClockRules, waits: timedelta) -> Iterator[str]:
    bank = {"move": span(rules.move), "bank": span(rules.bank)}
    if not rules.move:
        yield _("A time bank of %(bank)s for all moves together") % bank
    elif not rules.bank:
        yield _("%(move)s for each move") % bank
    else:
        yield _("%(move)s for each move, then a time bank of %(bank)s") % bank
    if waits > rules.move:
        yield _("the first %(time)s of each turn are free") % {"time": span(waits)}
    if rules.increment:
        yield _("each move gives %(time)s back to the bank") % {"time": span(rules.increment)}
    if rules.quiet:
        yield _("stops in each player’s quiet hours")
    if rules.weekend:
        yield _("stops on Saturdays and Sundays")
    if rules.autopilot:
        yield ngettext(
            "after %(n)s time-out a bot takes over", "after %(n)s time-outs in a row a bot takes over", rules.autopilot
        ) % {"n": rules.autopilot}
