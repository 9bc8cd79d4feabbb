"""The database's most expensive statements, if it counts them."""

from typing import NamedTuple

from django.db import connection

from staff.health.checks import Site


class SlowStatement(NamedTuple):
    """A statement of the database's own statistics, without its values."""

    text: str
    calls: int
    mean_ms: float
    total_s: float


def slow_statements(site: Site, limit: int = 8) -> list[SlowStatement] | None:
    """The statements with the highest total time; None if the database does not count them."""
    if site.postgresql is None or not site.postgresql.counts_statements:
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT left(query, 300), calls, mean_exec_time, total_exec_time / 1000 FROM pg_stat_statements"
            " WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND query !~* 'pg_stat_statements' ORDER BY total_exec_time DESC LIMIT %s",
            [limit],
        )
        return [SlowStatement(*row) for row in cursor.fetchall()]
