"""Handicaps proposed from how members did in the season before. Organisers change them as they like."""

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from leagues.entries.services import earlier_seasons
from leagues.models import Entry, Season, Standing

SHARE: Final = Fraction(1, 2)
"""A handicap makes up half of the distance to the best member: who plays better should still be ahead."""
STEP: Final = Fraction(1, 2)


def proposed(averages: Mapping[int, Fraction]) -> dict[int, Decimal]:
    """By member, half of what they have scored less per match than the best, in steps of half a point.

    >>> proposed({1: Fraction(10), 2: Fraction(4), 3: Fraction(9)})
    {1: Decimal('0'), 2: Decimal('3'), 3: Decimal('0.5')}
    """
    best = max(averages.values(), default=Fraction(0))
    return {member: _in_steps((best - average) * SHARE) for member, average in averages.items()}


def _in_steps(points: Fraction) -> Decimal:
    steps = points / STEP
    whole = (Decimal(steps.numerator) / steps.denominator).to_integral_value(ROUND_HALF_UP)
    return whole * Decimal(STEP.numerator) / STEP.denominator


def season_before(season: Season) -> Season | None:
    """The season that this one continues, or else the newest of the club's others that has begun."""
    return season.follows or earlier_seasons(season).filter(started_at__isnull=False).first()


def from_last_season(season: Season, entries: Iterable[Entry]) -> dict[int, Decimal]:
    """By entry, for the members who were at tables of the season before."""
    before = season_before(season)
    lines = Standing.objects.filter(entry__season=before, entry__user__isnull=False).select_related("entry")
    averages = {line.entry.user_id: average for line in lines if (average := average_of(line)) is not None}
    known = {entry.pk: averages[entry.user_id] for entry in entries if entry.user_id in averages}
    return proposed(known)


def average_of(standing: Standing) -> Fraction | None:
    """The points of a match without the handicap; None if the member was at no table."""
    points = [Fraction(result["points"]) for result in standing.results_json if result["how"] == "table"]
    return sum(points, Fraction(0)) / len(points) - Fraction(standing.entry.handicap) if points else None
