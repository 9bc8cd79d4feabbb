"""Which tables of a duplicate season nobody else may learn anything of, before the last of their round is over."""

from django.db.models import Q, QuerySet

from leagues.models import Table, TableSeat
from players.models import User


def is_sealed(table: Table) -> bool:
    """Whether its results are known to nobody beyond the table, as the same deals are played elsewhere."""
    return table.state != Table.State.VOID and table.game is not None and table.game.is_sealed


def sealed_from(user: User) -> QuerySet[Table]:
    """The sealed tables of rounds in which the person plays, or has played, at another table."""
    mine = TableSeat.objects.filter(
        Q(entry__user=user) | Q(table__game__seats__user=user) | Q(table__game__former_seats__user=user)
    )
    sealed = Table.objects.filter(game__board_set__isnull=False, game__board_set__closed_at=None)
    return sealed.filter(round__in=mine.order_by().values("table__round")).exclude(game__seats__user=user)
