"""What clubs and seasons count once a deal of a game has ended, in this order."""

from __future__ import annotations

from games.kernel.followers import register_consumer
from games.statistics.services import Sums, register_sums
from leagues.models import Table
from leagues.ratings import services as ratings
from leagues.rounds import closing
from leagues.standings import store
from leagues.statistics import services as statistics


def register() -> None:
    register_consumer("season tables", follow_tables)
    register_consumer("ratings", ratings.rate)
    register_sums(Sums(statistics.follow, statistics.sum_anew))


def follow_tables(game_id: int) -> None:
    """Bring the standings along, and the round if the match is over; only a game of a season has a table."""
    for table_id in Table.objects.filter(game=game_id).values_list("pk", flat=True):
        store.update_from_table(table_id)
        closing.update_table(table_id)
