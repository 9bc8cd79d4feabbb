"""How reliably members move in time, as organisers see it beside their names."""

from __future__ import annotations

from collections.abc import Iterable

from games.seats.reliability import shares_in_time
from players.models import User


def shares_shown(people: Iterable[User | None]) -> dict[int, str]:
    """By person, the share of turns taken in time, of those who do not keep their figures to themselves."""
    nobody = User.Audience.NOBODY
    return shares_in_time(one.pk for one in people if one and one.statistics_for != nobody)
