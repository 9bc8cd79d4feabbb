"""On how many days running somebody has played the daily boards. Two days a month are free: nobody loses by a holiday.

>>> from datetime import date
>>> days = {date(2026, 11, 24), date(2026, 11, 25), date(2026, 11, 27)}
>>> streak(days, today=date(2026, 11, 28))
3

Days that had no boards, as when the site was down, count for nobody:

>>> days = {date(2026, 11, 22), date(2026, 11, 28)}
>>> streak(days, date(2026, 11, 28), held=days)
2
"""

from collections import Counter
from collections.abc import Set
from datetime import date, timedelta
from typing import Final

FREE_DAYS: Final = 2
"""In each month."""
_DAY: Final = timedelta(days=1)


def streak(days: Set[date], today: date, held: Set[date] | None = None) -> int:
    """How many of these days make an unbroken row up to today. Today is still to come, so it breaks nothing.

    ``held``: the days that had boards; all if it is left out.
    """
    played, missed = 0, Counter[tuple[int, int]]()
    day = today if today in days else today - _DAY
    while True:
        month = (day.year, day.month)
        if day in days:
            played += 1
        elif all(earlier > day for earlier in days):
            return played
        elif held is None or day in held:
            missed[month] += 1
            if missed[month] > FREE_DAYS:
                return played
        day -= _DAY
