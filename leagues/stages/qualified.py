"""Finds who plays in a later stage: the first of each division, seeded by their places, and their reserves."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from leagues.models import Entry, Membership, Season, Standing


class Qualified(NamedTuple):
    members: list[Standing]
    """The best seed first: the first of each division, then the second ones, the highest division first."""
    reserves: list[Standing]
    """Who steps in if one of the same division does not come, in that order."""


def qualified(season: Season, each: int) -> Qualified:
    """The first of each division who are still in the club and the season, with as many reserves."""
    by_division: dict[int, list[Standing]] = {}
    for line in _eligible(season):
        by_division.setdefault(line.division.number, []).append(line)
    divisions = list(by_division.values())
    return Qualified(
        _in_turn([lines[:each] for lines in divisions]), _in_turn([lines[each : 2 * each] for lines in divisions])
    )


def _eligible(season: Season) -> Iterable[Standing]:
    lines = Standing.objects.filter(division__season=season, place__isnull=False, entry__state=Entry.State.ENTERED)
    here = {*Membership.objects.filter(club=season.club_id, ended_at=None).values_list("user", flat=True)}
    for line in lines.select_related("entry__user", "division").order_by("division__number", "position"):
        if line.entry.guest_name or line.entry.user_id in here:
            yield line


def _in_turn(divisions: Sequence[Sequence[Standing]]) -> list[Standing]:
    """
    >>> _in_turn([["a1", "a2"], ["b1"]])
    ['a1', 'b1', 'a2']
    """
    longest = max(map(len, divisions), default=0)
    return [lines[at] for at in range(longest) for lines in divisions if at < len(lines)]
