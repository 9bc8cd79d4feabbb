"""Promotion and relegation: in which division those of the last season play in the next.

By the final standings of each division: the first go up, the last go down, as many as the division says. Whoever does
not come back leaves his place empty; whoever is new begins in the lowest division.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from django.db import transaction

from leagues.models import Division, Entry, Season, Standing
from leagues.seasons.services import entered, organised, refuse_drawn
from leagues.services import note
from players.models import User

How = Literal["up", "down", "stays", "new"]
LAST: Final = 1000
"""Behind every division."""


class Move(NamedTuple):
    """Where a member of the new season was, and where he is to be."""

    entry: Entry
    before: Division | None
    """In the last season; None for whoever was not in it."""
    position: int
    """His line in the standings of that division."""
    to: Division
    how: How


def moves(season: Season) -> list[Move]:
    """Of everybody who is in the season, by the standings of the one that it follows; the highest division first."""
    divisions = list(season.divisions.order_by("number"))
    lines = _lines(season)
    found = []
    for entry in entered(season):
        line = lines.get(entry.user_id)
        if line is None:
            found.append(Move(entry, None, 0, divisions[-1], "new"))
            continue
        before, position, of = line
        target = target_of(before.number, position, of, before.promoted, before.relegated)
        to = divisions[max(1, min(target, len(divisions))) - 1]
        how: How = (
            "up" if to.number < before.number else "down" if to.number > before.number else "stays"
        )
        found.append(Move(entry, before, position, to, how))
    return sorted(
        found,
        key=lambda move: (
            move.to.number,
            move.before.number if move.before else LAST,
            move.position,
            move.entry.order,
        ),
    )


def target_of(number: int, position: int, of: int, promoted: int, relegated: int) -> int:
    """The number of the division for who was on that line of so many.

    >>> target_of(2, 1, 8, 2, 2), target_of(2, 3, 8, 2, 2), target_of(2, 7, 8, 2, 2)
    (1, 2, 3)
    """
    if position <= promoted:
        return number - 1
    return number + 1 if position > of - relegated else number


def _lines(season: Season) -> dict[int | None, tuple[Division, int, int]]:
    """By person, the division, the line and of how many lines, in the season before."""
    if season.follows_id is None:
        return {}
    rows = list(
        Standing.objects.filter(division__season=season.follows_id)
        .select_related("division", "entry")
        .order_by("division__number", "position")
    )
    sizes: dict[int, int] = {}
    for row in rows:
        sizes[row.division_id] = sizes.get(row.division_id, 0) + 1
    return {
        row.entry.user_id: (row.division, row.position, sizes[row.division_id])
        for row in rows
        if row.entry.user_id is not None
    }


@transaction.atomic
def promote(*, club_id: int, user: User, season_id: int) -> None:
    """Put everybody into the division that he has earned."""
    season = organised(club_id, user, season_id)
    refuse_drawn(season)
    _apply(moves(season))
    note(season.club, "shared_out", actor=user, season=season.name, by="last_season")


def _apply(wanted: Sequence[Move]) -> None:
    for move in wanted:
        move.entry.division = move.to
    Entry.objects.bulk_update([move.entry for move in wanted], ["division"])
