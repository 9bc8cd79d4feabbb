"""Writes that every move makes: the SQL for them is put together once.

They store what `bulk_create`, `save` and `delete` store for the rows of one table, and do nothing else: they send no
signals, read no keys back, and delete no rows but those given. PostgreSQL can take several of them as one statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model


def insert(rows: Sequence[Model]) -> None:
    """Store new rows of one model."""
    if rows:
        names = tuple(one.name for one in rows[0]._meta.concrete_fields if not one.primary_key)
        values = [_values(row, names, is_new=True) for row in rows]
        _write(type(rows[0]), _insertion(type(rows[0]), names), values)


def update(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """Store these fields of rows of one model."""
    if rows:
        values = [[*_values(row, names, is_new=False), row.pk] for row in rows]
        _write(type(rows[0]), _change(type(rows[0]), names), values)


def delete(rows: Sequence[Model]) -> None:
    """Delete rows of one model, to which no other rows may point."""
    if rows:
        _write(type(rows[0]), _deletion(type(rows[0])), [[row.pk] for row in rows])


@contextmanager
def gathered() -> Iterator[None]:
    """On PostgreSQL, store what is written to single rows inside as one statement, at the end or before it is read.

    Whatever fails then fails as late as that: so this belongs inside of a transaction.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql" or "_gathered" in vars(connection):
        yield
        return
    writes = vars(connection)["_gathered"] = _Gathered()
    try:
        with connection.execute_wrapper(writes.store_before):
            yield
            writes.store()
    finally:
        del vars(connection)["_gathered"]


class _Gathered:
    """Writes that are still to be stored: of each table one, as the parts of a statement follow no order."""

    def __init__(self) -> None:
        self.parts: dict[str, tuple[str, list[Any]]] = {}

    def add(self, table: str, sql: str, values: list[Any]) -> None:
        if table in self.parts:
            self.store()
        self.parts[table] = sql, values

    def store_before(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Let a statement see what was written before it; one that only reads other tables need not wait for that."""
        if not sql.startswith("SELECT") or any(f'"{table}"' in sql for table in self.parts):
            self.store()
        return execute(sql, params, many, context)

    def store(self) -> None:
        if self.parts:
            statements, values = zip(*self.parts.values(), strict=True)
            self.parts.clear()
            _execute(_as_one(statements), [[value for part in values for value in part]])


def _write(model: type[Model], sql: str, values: list[list[Any]]) -> None:
    writes: _Gathered | None = vars(connections[DEFAULT_DB_ALIAS]).get("_gathered")
    if writes is None or len(values) > 1:
        _execute(sql, values)
    else:
        writes.add(model._meta.db_table, sql, values[0])


def _execute(sql: str, values: list[list[Any]]) -> None:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


def _values(row: Model, names: Iterable[str], *, is_new: bool) -> list[Any]:
    connection, field = connections[DEFAULT_DB_ALIAS], row._meta.get_field
    fields: list[Any] = [field(name) for name in names]
    return [one.get_db_prep_save(one.pre_save(row, is_new), connection) for one in fields]


# Tables and columns have the plain names of their models, which both databases quote alike. Nothing of a request is in
# the text of a statement, so that nothing can be injected (S608): values go beside it.


@lru_cache(maxsize=16)
def _insertion(model: type[Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(f'"{one}"' for one in _columns(model, names))
    places = ", ".join(["%s"] * len(names))
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})'  # noqa: S608


@lru_cache(maxsize=16)
def _change(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f'"{one}" = %s' for one in _columns(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "id" = %s'  # noqa: S608


@lru_cache(maxsize=16)
def _deletion(model: type[Model]) -> str:
    return f'DELETE FROM "{model._meta.db_table}" WHERE "id" = %s'  # noqa: S608


@lru_cache(maxsize=64)
def _as_one(statements: tuple[str, ...]) -> str:
    *others, last = statements
    named = ", ".join(f"part_{number} AS ({one})" for number, one in enumerate(others))
    return f"WITH {named} {last}" if others else last


def _columns(model: type[Model], names: Iterable[str]) -> list[str]:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    return [one.column for one in fields]
