"""Who met whom: for each pair of members of a division, the rounds in which they sat at one table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import Final, NamedTuple

from django.db.models import Prefetch

from leagues.models import Division, Entry, Round, Standing, Table, TableSeat

WIDEST: Final = 32
"""The largest division that is shown as a cross-table."""


class Meeting(NamedTuple):
    """A member who was met, and the rounds in which that was."""

    number: int
    entry: Entry
    rounds: str


@dataclass(frozen=True, slots=True)
class MeetingsLine:
    """A member with all whom they met, in the order of the standings."""

    number: int
    """The line in the standings."""
    entry: Entry
    met: list[Meeting]
    cells: list[str]
    """By member, the rounds; empty in a division that is too large for a cross-table."""


def meetings_of(division: Division) -> list[MeetingsLine]:
    """Takes three queries. A seat is its owner's, even if somebody substituted."""
    found = Standing.objects.filter(division=division).select_related("entry__user")
    entries = [one.entry for one in found.order_by("position")]
    rounds = _rounds(division)
    lines = []
    for number, entry in enumerate(entries, start=1):
        met = [
            Meeting(at, other, rounds[entry.pk, other.pk])
            for at, other in enumerate(entries, start=1)
            if (entry.pk, other.pk) in rounds
        ]
        cells = [rounds.get((entry.pk, other.pk), "") for other in entries]
        lines.append(MeetingsLine(number, entry, met, cells if len(entries) <= WIDEST else []))
    return lines


def _rounds(division: Division) -> dict[tuple[int, int], str]:
    """By pair, the rounds in which they sat together: `1, 4`."""
    seats = Prefetch("seats", TableSeat.objects.filter(entry__isnull=False))
    tables = Table.objects.filter(division=division).exclude(round__state=Round.State.PLANNED)
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    played = tables.exclude(state=Table.State.VOID).select_related("round").prefetch_related(seats)
    for table in played.order_by("round__number"):
        owners = [seat.entry_id for seat in table.seats.all() if seat.entry_id is not None]
        for pair in permutations(owners, 2):
            found[pair].append(str(table.round.number))
    return {pair: ", ".join(numbers) for pair, numbers in found.items()}
