"""A person's quiet hours, as their clock and their notifications keep them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from napoleon.quiet_hours import Hours, can_be, quiet_until

if TYPE_CHECKING:
    from players.models import User


def quiet_hours_of(user: User) -> Hours | None:
    """The person's quiet hours; None without any. Hours beyond the limit count for nothing."""
    hours = user.quiet_from, user.quiet_until
    return hours if user.keeps_quiet and can_be(*hours) else None


def quiet_hours_end(user: User, now: datetime) -> datetime | None:
    """The end of the person's current quiet hours; None outside them."""
    hours = quiet_hours_of(user)
    return quiet_until(user.zone.key, hours, now) if hours else None
