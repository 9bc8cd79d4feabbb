"""The counts of a player, a club or a season: by month and in total."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.statistics.counting import Counts, add

ROLES: Final[dict[str, str | Promise]] = {
    "napoleon": gettext_lazy("Napoleon"),
    "adjutant": gettext_lazy("adjutant"),
    "ally": pgettext_lazy("a role", "ally"),
    "declarer": gettext_lazy("declarer"),
    "opponent": pgettext_lazy("a role", "opponent"),
}
CONTRACTORS: Final = ("napoleon", "declarer")
"""Exactly one player of every played deal has one of these roles."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All selected counts, by month."""

    months: Mapping[date, Counts]
    is_group: bool = False
    """A club or season. Its points say little, because all players of a deal are in it."""
    totals: Counts = field(default_factory=dict)

    @property
    def deals(self) -> int:
        return deals_of(self.totals, self.is_group)


def figures(rows: Iterable[tuple[date, Counts]], *, is_group: bool = False) -> Figures:
    months: dict[date, Counts] = {}
    totals: Counts = {}
    for month, counts in rows:
        add(months.setdefault(month, {}), counts)
        add(totals, counts)
    return Figures(dict(sorted(months.items())), is_group, totals)


def deals_of(counts: Counts, is_group: bool) -> int:
    """The number of deals; in a group each deal has one count for each of its players."""
    roles = CONTRACTORS if is_group else ROLES
    return sum(counts.get(f"{role}.deals", 0) for role in roles)
