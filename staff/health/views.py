"""The site's health on one page."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.requests import PersonRequest
from staff.access import staff_only
from staff.health.checks import Level, Site, checks, max_of
from staff.health.slow_statements import SlowStatement, slow_statements


@require_safe
@never_cache
@staff_only
def health(request: PersonRequest) -> HttpResponse:
    """Every part of the site, whether it is well, and what to do where it is not."""
    site = Site(timezone.now())
    found = checks(site)
    context = {
        "checks": sorted(found, key=lambda one: one.level != Level.BAD and one.level != Level.WARN),
        "worst": max_of(*(one.level for one in found)).value,
        "processes": site.processes,
        "now": site.now,
        "statements": _statements(site),
    }
    return render(request, "staff/health/health.html", context)


def _statements(site: Site) -> list[SlowStatement] | None:
    """None as well where the database does not let this account read them."""
    try:
        return slow_statements(site)
    except DatabaseError:
        return None
