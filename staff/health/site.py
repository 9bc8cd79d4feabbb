"""Figures of the site's health that more than one page needs."""

from datetime import datetime

from games.models import Heartbeat


def sweep_lag(now: datetime) -> float:
    """Seconds since the moment up to which the sweep has seen to everything; 0 if it never ran."""
    at = Heartbeat.objects.values_list("at", flat=True).filter(pk=1).first()
    return max(0.0, (now - at).total_seconds()) if at else 0.0
