"""Everything that the clock makes due, found from rows: nothing is lost with a message or a process."""

from __future__ import annotations

import logging
from datetime import datetime

from . import delivery, routing
from .kinds import SOURCES

log = logging.getLogger(__name__)


def owed(now: datetime) -> list[tuple[int, str]]:
    """Write and route what has become due; to whom something is to be sent, and by which channel."""
    for source in SOURCES:
        try:
            source(now)
        except Exception:
            # One app's trouble keeps no other's notices back.
            log.exception("A source of notices failed")
    routing.route(now)
    return delivery.due(now)
