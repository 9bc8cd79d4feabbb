"""When a person's quiet hours end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from players.models import User


def quiet_hours_end(user: User, now: datetime) -> datetime | None:
    """The end of the person's current quiet hours, by their own clock; None outside them."""
    start, end = user.quiet_from, user.quiet_until
    if not user.keeps_quiet or start == end:
        return None
    local = now.astimezone(user.zone)
    time = local.time()
    over_midnight = start > end
    if not (time >= start or time < end if over_midnight else start <= time < end):
        return None
    day = local.date() + timedelta(days=over_midnight and time >= start)
    # In a repeated hour, the end has the same fold as now.
    return datetime.combine(day, end, local.tzinfo).replace(fold=local.fold)
