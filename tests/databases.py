"""What tests need of the databases. Imported in `conftest.py`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection


@pytest.fixture(scope="session", autouse=True)
def emptying_passes_the_triggers() -> Iterator[None]:
    """After a transactional test SQLite's tables are emptied by DELETE, which the log's triggers refuse.

    They are put aside for that moment. PostgreSQL truncates, which no trigger of rows sees.
    """
    # The other way round the two modules cannot be imported.
    from django.db.backends.sqlite3.base import DatabaseWrapper

    operations = DatabaseWrapper.ops_class

    original = operations.sql_flush

    def sql_flush(self: Any, *args: Any, **options: Any) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {name}" for name, _ in triggers]
        return [*drop, *original(self, *args, **options), *(sql for _, sql in triggers)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", sql_flush)
        yield


@contextmanager
def unprotected() -> Iterator[None]:
    """The log without its triggers, as for someone who has the database in his hands."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A table is not altered while checks of foreign keys are put off.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_event DISABLE TRIGGER games_event_append_only")
            yield
            cursor.execute("ALTER TABLE games_event ENABLE TRIGGER games_event_append_only")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in triggers:
            cursor.execute(sql)
