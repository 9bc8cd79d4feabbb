"""Fixtures for the databases. Imported in `conftest.py`."""

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django
import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.commands import flush
from django.db import connection
from pytest_django import DjangoDbBlocker

CONSTANT = ("django_content_type", "auth_permission")
"""Tables that migrations fill and no test changes; Django would fill them again after each transactional test."""


@pytest.fixture(scope="session", autouse=True)
def emptying_passes_the_triggers() -> Iterator[None]:
    """After a transactional test SQLite's tables are emptied by DELETE, which the log's triggers refuse.

    They are put aside for that moment. PostgreSQL would truncate, which no trigger of rows
    sees, but which makes a new file for each table and each index: a fifth of a second where
    deleting the few rows of a test takes a hundredth. Only tables with triggers are truncated.
    """
    # Imported here to avoid an import cycle.
    from django.db.backends.base.operations import BaseDatabaseOperations
    from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
    from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

    in_sqlite = SQLite.ops_class.sql_flush

    def without_triggers(self: Any, style: object, tables: list[str], **options: bool) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {name}" for name, _ in triggers]
        changed = [name for name in tables if name not in CONSTANT]
        return [*drop, *in_sqlite(self, style, changed, **options), *(sql for _, sql in triggers)]

    def by_deleting(self: BaseDatabaseOperations, style: object, tables: list[str], **options: bool) -> list[str]:
        assert not options.get("reset_sequences")
        with connection.cursor() as cursor:
            cursor.execute("SELECT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
            guarded = {name for (name,) in cursor.fetchall()}
        changed = [name for name in tables if name not in CONSTANT]
        # A table is not truncated while checks of foreign keys wait, so that these come first.
        return [
            *(f"TRUNCATE {self.quote_name(name)}" for name in changed if name in guarded),
            *(f"DELETE FROM {self.quote_name(name)}" for name in changed if name not in guarded),
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLite.ops_class, "sql_flush", without_triggers)
        patch.setattr(PostgreSQL.ops_class, "sql_flush", by_deleting)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *args, **options: None)
        yield


def migrations_digest() -> str:
    """A hash of all migrations, which names a database."""
    digest = hashlib.sha256(repr(django.VERSION).encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(f"{app.label} {path.name} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def migrate_into(path: Path) -> None:
    """Create an SQLite database there, with the site's tables."""
    partial = path.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", str(partial))
        call_command("migrate", verbosity=0, interactive=False)
        connection.close()
    partial.rename(path)


def migrate_template(digest: str) -> str:
    """Create a PostgreSQL database with the site's tables, unless a run before has; return its name.

    Its comment says which migrations it has had.
    """
    settings = connection.settings_dict
    name = f"test_{settings['NAME']}_migrated"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() == (digest,):
            return name
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(settings["TEST"], "NAME", name)
        patch.setitem(settings, "NAME", settings["NAME"])
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        with connection.cursor() as cursor:
            cursor.execute(f"COMMENT ON DATABASE {connection.ops.quote_name(name)} IS '{digest}'")
        connection.close()
        connection.close_pool()
    return name


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest,
    django_db_keepdb: bool,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> bool:
    """Whether pytest-django finds a database already: on SQLite, a copy of a migrated one.

    All the migrations take seconds, which the workers of a run and the runs of a day
    need not spend again. The first that comes makes the file in pytest's cache, or the template
    on PostgreSQL, and the others wait for it. What is not yet in the copy, pytest-django migrates.
    """
    cache = getattr(request.config, "cache", None)
    if cache is None:
        return django_db_keepdb
    folder = cache.mkdir("migrated")
    digest = migrations_digest()
    path = folder / f"{digest}.sqlite3"
    with (folder / "lock").open("w") as lock, django_db_blocker.unblock():
        fcntl.flock(lock, fcntl.LOCK_EX)
        if connection.vendor == "postgresql":
            connection.settings_dict["TEST"]["TEMPLATE"] = migrate_template(digest)
            return django_db_keepdb
        if not path.exists():
            migrate_into(path)
    shutil.copyfile(path, connection.settings_dict["TEST"]["NAME"])
    return True


@contextmanager
def unprotected() -> Iterator[None]:
    """The log without its triggers, as for an attacker with access to the database."""
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
