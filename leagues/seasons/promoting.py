"""Promotion and relegation: in which division those of the last season play in the next.

By the final standings of each division: the first go up, the last go down, as many as the division says; whoever has no
place is among the last. Whoever does not come back leaves his place empty; whoever is new begins in the lowest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
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
        before, position, step = line
        to = divisions[max(1, min(before.number + step, len(divisions))) - 1]
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


def steps(division: Division, lines: Sequence[Standing]) -> list[int]:
    """For each line of the division's standings, where its member goes: -1 is one division up, 1 is one down.

    Who has no place stands behind those who have one, so he is the first to go down; up he never goes.
    """
    stay = len(lines) - division.relegated
    return [
        -1 if at < division.promoted and line.place is not None else 1 if at >= stay else 0
        for at, line in enumerate(lines)
    ]


def _lines(season: Season) -> dict[int | None, tuple[Division, int, int]]:
    """By person, the division, the line and the step from there, in the season before."""
    if season.follows_id is None:
        return {}
    rows = list(
        Standing.objects.filter(division__season=season.follows_id)
        .select_related("division", "entry")
        .order_by("division__number", "position")
    )
    found: dict[int | None, tuple[Division, int, int]] = {}
    for division, group in groupby(rows, key=lambda row: row.division):
        lines = list(group)
        for line, step in zip(lines, steps(division, lines), strict=True):
            if line.entry.user_id is not None:
                found[line.entry.user_id] = (division, line.position, step)
    return found


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
