"""Who met whom: for each pair of members of a division, the rounds in which they sat at one table."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from leagues.models import Division, Entry, Round, Standing, Table, TableSeat

WIDEST: Final = 32
"""The largest division that is shown as a cross-table."""


@dataclass(frozen=True, slots=True)
class MeetingsLine:
    """A member with all whom they met, in the order of the standings."""

    number: int
    """The line in the standings."""
    entry: Entry
    met: str
    """In words: `Ai (1, 4), Bo (2)`."""
    cells: list[str]
    """By member, the rounds; empty in a division that is too large for a cross-table."""


def meetings_of(division: Division) -> list[MeetingsLine]:
    """Takes three queries. A seat is its owner's, even if somebody substituted."""
    found = Standing.objects.filter(division=division).select_related("entry__user")
    entries = [one.entry for one in found.order_by("position")]
    names = {entry.pk: entry.name for entry in entries}
    rounds = _rounds(division)
    lines = []
    for number, entry in enumerate(entries, start=1):
        own = rounds.get(entry.pk, {})
        met = [_("%(text)s (%(aside)s)") % {"text": name, "aside": own[pk]} for pk, name in names.items() if pk in own]
        cells = [own.get(pk, "") for pk in names] if len(entries) <= WIDEST else []
        lines.append(MeetingsLine(number, entry, _(", ").join(met), cells))
    return lines


def _rounds(division: Division) -> dict[int, dict[int, str]]:
    """By member and whom they met, the rounds in which they sat together: `1, 4`."""
    seats = Prefetch("seats", TableSeat.objects.filter(entry__isnull=False))
    tables = Table.objects.filter(division=division).exclude(round__state=Round.State.PLANNED)
    found: dict[int, dict[int, str]] = defaultdict(dict)
    played = tables.exclude(state=Table.State.VOID).select_related("round").prefetch_related(seats)
    for table in played.order_by("round__number"):
        owners = [seat.entry_id for seat in table.seats.all() if seat.entry_id is not None]
        for one, other in permutations(owners, 2):
            before = found[one].get(other)
            number = str(table.round.number)
            found[one][other] = f"{before}, {number}" if before else number
    return found
