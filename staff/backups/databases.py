"""Copies of the database and scratch databases made from them, for SQLite and PostgreSQL."""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

import psycopg
from django.db import connection, transaction
from psycopg import sql

from infrastructure.direct_database import direct_database

Counts = dict[str, int]
"""The number of rows of every table."""

SQLITE: Final = "napoleon.sqlite3"
POSTGRESQL: Final = "napoleon.dump"
# libpq's names of Django's settings, and the environment variables of PostgreSQL's programs.
PARAMETERS: Final = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
OPTIONS: Final = ("sslmode", "sslrootcert", "sslcert", "sslkey", "target_session_attrs")
PG_VARIABLES: Final = {key: f"PG{key.upper().replace('_', '')}" for key in (*PARAMETERS, *OPTIONS)} | {
    "dbname": "PGDATABASE"
}
# Objects added by a database administrator can only be restored by one, and the site does not need them.
SITE_ALONE: Final = ("--no-owner", "--no-privileges", "--no-comments", "--extension=plpgsql")


class RestoreError(Exception):
    """A copy could not be made or restored, for the reason in the text."""


def check_kind(folder: Path, file: str) -> None:
    """Raise `RestoreError` if the copy is of the other kind of database."""
    if not (folder / file).exists():
        kinds = {SQLITE: "SQLite", POSTGRESQL: "PostgreSQL"}
        other = POSTGRESQL if file == SQLITE else SQLITE
        raise RestoreError(
            f"This is a backup of {kinds[other]}, and this site has {kinds[file]}. Restore it as a site with "
            f"{kinds[other]}, "
            "then take that site's data along: “From `make run` to a site open to others” in docs/operations.md."
        )


class Scratch(NamedTuple):
    """A temporary database made from a copy."""

    environment: Mapping[str, str]
    """The environment variables for the site's commands to use it."""
    counts: Counts


class Database(Protocol):
    """The kind of database that this site has."""

    file: str
    """The name of a copy."""

    def copy(self, folder: Path) -> Counts:
        """Copy the database while the site runs; return the rows that the copy has."""

    def check_empty(self) -> None:
        """Raise `RestoreError` if this site's database holds anything."""

    def restore(self, folder: Path) -> None:
        """Restore a copy as this site's database, which must be empty. Raises `RestoreError`."""

    def scratch(self, folder: Path) -> Any:
        """Restore a copy beside this site's database; a context manager that yields a `Scratch`."""


class Sqlite:
    file = SQLITE

    def copy(self, folder: Path) -> Counts:
        connection.ensure_connection()
        with closing(sqlite3.connect(folder / self.file)) as copy:
            connection.connection.backup(copy)
            return self._count(copy)

    def check_empty(self) -> None:
        target = Path(connection.settings_dict["NAME"])
        if target.exists() and connection.introspection.table_names():
            raise RestoreError(f"{target} already has tables; a copy is restored into none.")

    def restore(self, folder: Path) -> None:
        self.check_empty()
        connection.close()
        shutil.copyfile(folder / self.file, connection.settings_dict["NAME"])

    @contextmanager
    def scratch(self, folder: Path) -> Iterator[Scratch]:
        with closing(sqlite3.connect(folder / self.file)) as copy:
            if (faults := copy.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
                raise RestoreError(f"The copy is damaged: {faults[0][0]}")
            counts = self._count(copy)
        yield Scratch({"VAR_DIR": str(folder), "DATABASE_URL": ""}, counts)

    def _count(self, database: sqlite3.Connection) -> Counts:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        count = 'SELECT count(*) FROM "{}"'
        return {
            name: database.execute(count.format(name)).fetchone()[0]
            for (name,) in names.fetchall()
            if not name.startswith("sqlite_")
        }


class Postgresql:
    file = POSTGRESQL

    def copy(self, folder: Path) -> Counts:
        check_client()
        # pg_dump uses the snapshot in which the rows are counted, so both see the same rows.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            words = ["--format=custom", *SITE_ALONE, f"--file={folder / self.file}"]
            self._run("pg_dump", *words, f"--snapshot={snapshot}")
            return {name: _count(cursor, name) for name in _tables(cursor)}

    def check_empty(self) -> None:
        if connection.introspection.table_names():
            raise RestoreError("The database already has tables; a copy is restored into none.")

    def restore(self, folder: Path) -> None:
        self.check_empty()
        self._fill(folder, connection.settings_dict["NAME"])

    @contextmanager
    def scratch(self, folder: Path) -> Iterator[Scratch]:
        name = f"{connection.settings_dict['NAME']}_proof"
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        server = self._connect(connection.settings_dict["NAME"])
        with closing(server):
            try:
                server.execute(drop)
                server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            except psycopg.Error as error:
                reason = str(error).partition("\n")[0]
                raise RestoreError(f"The scratch database {name} cannot be made: {reason}") from error
            try:
                self._fill(folder, name)
                with closing(self._connect(name)) as database, database.cursor() as cursor:
                    counts = {table: _count(cursor, table) for table in _tables(cursor)}
                address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
                yield Scratch({"DATABASE_URL": address, "POOLER_URL": ""}, counts)
            finally:
                server.execute(drop)

    def _fill(self, folder: Path, name: str) -> None:
        # All or nothing: what is half filled could not be restored into.
        words = ["--no-owner", "--single-transaction", f"--dbname={name}"]
        self._run("pg_restore", *words, str(folder / self.file))

    def _run(self, *words: str) -> None:
        # Passwords in arguments would be visible to every user of the machine.
        variables = {PG_VARIABLES[key]: str(value) for key, value in self._parameters().items()}
        run_program(words, os.environ | variables)

    def _connect(self, name: str) -> psycopg.Connection:
        return psycopg.connect(**{**self._parameters(), "dbname": name}, autocommit=True)

    def _parameters(self) -> dict[str, Any]:
        """The parameters of the connection, by libpq's names."""
        values = direct_database().settings_dict
        named = {key: values[setting] for key, setting in PARAMETERS.items() if values[setting]}
        return named | {key: values["OPTIONS"][key] for key in OPTIONS if key in values["OPTIONS"]}


def database() -> Database:
    return Postgresql() if connection.vendor == "postgresql" else Sqlite()


def check_client() -> None:
    """Raise `RestoreError` if the server is newer than this machine's pg_dump, which then refuses to copy it."""
    said = run_program(["pg_dump", "--version"], os.environ)
    client = re.search(r"\) (\d+)", said)
    server = connection.get_database_version()[0]
    if client and int(client[1]) < server:
        raise RestoreError(
            f"The server is PostgreSQL {server} and pg_dump is of {client[1]}, which can't copy it: see “A newer "
            "PostgreSQL” in docs/operations.md."
        )


def run_program(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Run a program and return its output. Raises `RestoreError` with the last line of its error."""
    try:
        done = subprocess.run(words, env=dict(environment), capture_output=True, text=True)
    except FileNotFoundError:
        raise RestoreError(f"{words[0]} is not installed.") from None
    if done.returncode:
        complaint = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise RestoreError(f"{Path(words[0]).name} failed: {' '.join(complaint)}")
    return done.stdout


def _tables(cursor: Any) -> list[str]:
    cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    return [name for (name,) in cursor.fetchall()]


def _count(cursor: Any, table: str) -> int:
    cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))
    (rows,) = cursor.fetchone()
    return int(rows)
