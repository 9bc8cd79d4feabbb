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

    They are put aside for that moment. PostgreSQL would truncate, which no trigger of rows
    sees, but which makes a new file for each table and each index: a fifth of a second where
    deleting the few rows of a test takes a hundredth. Only tables with triggers are truncated.
    """
    # The other way round the two modules cannot be imported.
    from django.db.backends.base.operations import BaseDatabaseOperations
    from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
    from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

    in_sqlite = SQLite.ops_class.sql_flush

    def without_triggers(self: Any, *args: Any, **options: Any) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {name}" for name, _ in triggers]
        return [*drop, *in_sqlite(self, *args, **options), *(sql for _, sql in triggers)]

    def by_deleting(
        self: BaseDatabaseOperations, style: object, tables: list[str], **options: bool
    ) -> list[str]:
        assert not options.get("reset_sequences")
        with connection.cursor() as cursor:
            cursor.execute("SELECT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
            guarded = {name for (name,) in cursor.fetchall()}
        # A table is not truncated while checks of foreign keys wait, so that these come first.
        return [
            *(f"TRUNCATE {self.quote_name(name)}" for name in tables if name in guarded),
            *(f"DELETE FROM {self.quote_name(name)}" for name in tables if name not in guarded),
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLite.ops_class, "sql_flush", without_triggers)
        patch.setattr(PostgreSQL.ops_class, "sql_flush", by_deleting)
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
