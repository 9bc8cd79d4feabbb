"""The page with the site's health."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from infrastructure.pages import render_page
from players.requests import PersonRequest
from staff.access import staff_only
from staff.health.checks import Check, Level, Site, checks, max_of
from staff.processes.models import Process


class SlowStatement(NamedTuple):
    """A statement of the database's own statistics, without its values."""

    text: str
    calls: int
    mean_ms: float
    total_s: float


@dataclass(frozen=True, slots=True)
class HealthPage:
    checks: list[Check]
    worst: Level
    processes: list[Process]
    now: datetime
    statements: list[SlowStatement] | None


@require_safe
@never_cache
@staff_only
def health(request: PersonRequest) -> HttpResponse:
    """The state of every part of the site, with advice where something is wrong."""
    site = Site(timezone.now())
    results = checks(site)
    page = HealthPage(
        checks=sorted(results, key=lambda check: check.level == Level.GOOD),
        worst=max_of(*(check.level for check in results)),
        processes=site.processes,
        now=site.now,
        statements=_slow_statements(site),
    )
    return render_page(request, "staff/health/health.html", page)


def _slow_statements(site: Site, limit: int = 8) -> list[SlowStatement] | None:
    """The statements with the highest total time; None if the database does not count them or refuses access."""
    if site.postgresql is None or not site.postgresql.counts_statements:
        return None
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT left(query, 300), calls, mean_exec_time, total_exec_time / 1000 FROM pg_stat_statements"
                " WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND query !~* 'pg_stat_statements' ORDER BY total_exec_time DESC LIMIT %s",
                [limit],
            )
            return [SlowStatement(*row) for row in cursor.fetchall()]
    except DatabaseError:
        return None
