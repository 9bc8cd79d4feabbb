"""The times of reminders of a turn, by the person's choice. Pure functions of times."""

from datetime import datetime, timedelta
from typing import Final

HALF: Final = "half"
BEFORE: Final = {
    "24h": timedelta(hours=24),
    "12h": timedelta(hours=12),
    "6h": timedelta(hours=6),
    "2h": timedelta(hours=2),
    "1h": timedelta(hours=1),
    "30m": timedelta(minutes=30),
}
"""Times before the time-out."""
CHOICES: Final = (HALF, *BEFORE)
DEFAULT: Final = "half,2h"
# Reminders closer than this to each other, or to the opening of the turn, are left out.
APART: Final = timedelta(minutes=10)


def reminder_times(reminders: str, opened: datetime, due: datetime | None, time_out: datetime | None) -> list[datetime]:
    """The times of the reminders, earliest first.

    ``reminders`` is the person's choice (`User.reminders`): ``half`` is half of the way from the opening to ``due``,
    the end of the time for this move; the others are counted back from ``time_out``, when the bank is used up as well.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    >>> times = reminder_times("half,2h", noon, noon + timedelta(hours=8), noon + timedelta(hours=24))
    >>> [str(time) for time in times]
    ['2026-03-01 16:00:00+00:00', '2026-03-02 10:00:00+00:00']
    """
    if time_out is None:
        return []
    chosen = reminders.split(",")
    times = [time_out - before for name, before in BEFORE.items() if name in chosen]
    if HALF in chosen and due is not None:
        times.append(opened + (due - opened) / 2)
    kept: list[datetime] = []
    last = opened
    for time in sorted(times):
        if time >= last + APART and time < time_out:
            kept.append(time)
            last = time
    return kept
