"""Moments as PostgreSQL sends them, read by Python's own parser: Django's way takes some twenty times as long.

Every row of a game, a seat, a turn or an event has some.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db.backends.postgresql.psycopg_any import BaseTzLoader, get_adapters_template
from psycopg.abc import Buffer


class QuickTimestamps(BaseTzLoader):  # type: ignore[misc]  # the stubs of Django know no psycopg 3
    timezone = UTC

    def load(self, data: Buffer) -> Any:
        try:
            found = datetime.fromisoformat(str(data, "ascii"))
        except ValueError:
            return super().load(data)
        return found if found.tzinfo is UTC else super().load(data)


def install() -> None:
    """Let every connection to PostgreSQL read moments so."""
    get_adapters_template(settings.USE_TZ, UTC).register_loader("timestamptz", QuickTimestamps)
