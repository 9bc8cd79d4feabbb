"""When a person's quiet hours end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from players.models import User


def quiet_hours_end(user: User, now: datetime) -> datetime | None:
    """When the quiet hours end that ``now`` falls into, by the person's own clock; None outside them."""
    start, end = user.quiet_from, user.quiet_until
    if not user.keeps_quiet or start == end:
        return None
    local = now.astimezone(user.zone)
    time = local.time()
    over_midnight = start > end
    if not (time >= start or time < end if over_midnight else start <= time < end):
        return None
    day = local.date() + timedelta(days=over_midnight and time >= start)
    # An hour that comes twice ends in the reading in which it is now.
    return datetime.combine(day, end, local.tzinfo).replace(fold=local.fold)
