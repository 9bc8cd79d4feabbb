"""The page with the site's health."""

from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from infrastructure.pages import render_page
from players.requests import PersonRequest
from staff.access import staff_only
from staff.health.checks import Check, Level, Site, checks, max_of
from staff.health.slow_statements import SlowStatement, slow_statements
from staff.processes.models import Process


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
        statements=_statements(site),
    )
    return render_page(request, "staff/health/health.html", page)


def _statements(site: Site) -> list[SlowStatement] | None:
    """As `slow_statements`, but None if the database refuses access to them."""
    try:
        return slow_statements(site)
    except DatabaseError:
        return None
