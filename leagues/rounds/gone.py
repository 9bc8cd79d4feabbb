"""Members who are gone: a bot plays for them at a running table, or has moved for them again and again.

The second happens where the clock has no autopilot: then every turn has to time out.
"""

from typing import Final

from django.db.models import F, Q, QuerySet

from leagues.models import Season, Table, TableSeat
from napoleon.time_bank import ClockRules

TIME_OUTS: Final = ClockRules().autopilot
"""So many in a row, and somebody is gone whatever the clock says."""


def is_gone(seat: str) -> Q:
    """Whether the person of a seat is gone; ``seat`` is the way to it, as `game__seats__`."""
    return Q(**{f"{seat}autopilot": True}) | Q(**{f"{seat}missed__gte": TIME_OUTS})


def seats_gone(**where: object) -> QuerySet[TableSeat]:
    """The seats at running tables of running seasons in which somebody is gone, owner or substitute."""
    there = "table__game__seats__"
    return TableSeat.objects.filter(
        Q(**{f"{there}number": F("number")}) & is_gone(there) & Q(**{f"{there}user__isnull": False}),
        table__state=Table.State.RUNNING,
        table__outcome="",
        table__round__season__state=Season.State.RUNNING,
        **where,
    )


def entries_gone(**where: object) -> set[int]:
    """The members at these tables who are gone, without those whose seat a substitute has. Takes one query."""
    seats = seats_gone(table__game__seats__user=F("entry__user"), **where)
    return set(seats.values_list("entry", flat=True))
