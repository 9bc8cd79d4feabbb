"""Promotion and relegation: the division of each member in the next season, by the final standings of the last one.

Each division promotes its first and relegates its last members, as many as it says; members without a place are ranked
last. The place of a member who does not come back stays empty; new members begin in the lowest division.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from django.db import transaction

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import lock_as_organiser, refuse_drawn
from leagues.models import Division, Entry, Season, Standing
from leagues.seasons.divisions import entered_in_order
from players.models import User

How = Literal["up", "down", "stays", "new"]
LAST: Final = 1000
"""Sorts behind every division."""


class DivisionMove(NamedTuple):
    """A member's division in the last season, and in the new one."""

    entry: Entry
    before: Division | None
    """In the last season; None for a new member."""
    position: int
    """The member's line in the standings of that division."""
    to: Division
    how: How


def moves(season: Season) -> list[DivisionMove]:
    """The moves of all members, by the standings of the season before; the highest division first."""
    divisions = list(season.divisions.order_by("number"))
    lines = _lines(season)
    found = []
    for entry in entered_in_order(season):
        line = lines.get(entry.user_id)
        if line is None:
            found.append(DivisionMove(entry, None, 0, divisions[-1], "new"))
            continue
        before, position, step = line
        to = divisions[max(1, min(before.number + step, len(divisions))) - 1]
        how: How = (
            "up" if to.number < before.number else "down" if to.number > before.number else "stays"
        )
        found.append(DivisionMove(entry, before, position, to, how))
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
    """The step of each line of the division's standings: -1 is promotion, 1 is relegation.

    Members without a place are ranked last, so they are relegated first; they are never promoted.
    """
    stay = len(lines) - division.relegated
    return [
        -1 if at < division.promoted and line.place is not None else 1 if at >= stay else 0
        for at, line in enumerate(lines)
    ]


def _lines(season: Season) -> dict[int | None, tuple[Division, int, int]]:
    """By user, the division, line and step in the season before."""
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
    """Apply promotion and relegation to all members."""
    season = lock_as_organiser(club_id, user, season_id)
    refuse_drawn(season)
    _apply(moves(season))
    record_in_audit_log(season, "shared_out", actor=user, by="last_season")


def _apply(wanted: Sequence[DivisionMove]) -> None:
    for move in wanted:
        move.entry.division = move.to
    Entry.objects.bulk_update([move.entry for move in wanted], ["division"])
