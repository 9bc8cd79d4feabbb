"""Reminders of an open turn: when they go out, and which is next."""

from __future__ import annotations

from datetime import datetime

from games.models import Turn
from napoleon import time_bank
from napoleon.time_bank import Calendar, ClockRules
from players.models import User
from players.notifications.reminder_schedule import reminder_times


def reminders(
    rules: ClockRules, calendar: Calendar, turn: Turn, user: User | None
) -> list[datetime]:
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
