"""Writes that every move makes, with SQL that is built once.

They store what `bulk_create`, `save` and `delete` store for the rows of one table, and do nothing else: they send no
signals, read no keys back, and delete no rows but those given.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model


def insert(rows: Sequence[Model]) -> None:
    """Store new rows of one model."""
    if rows:
        names = tuple(one.name for one in rows[0]._meta.concrete_fields if not one.primary_key)
        values = [_values(row, names, is_new=True) for row in rows]
        _execute(_insertion(type(rows[0]), names), values)


def update(rows: Sequence[Model], names: tuple[str, ...]) -> None:
    """Store these fields of rows of one model."""
    if rows:
        values = [[*_values(row, names, is_new=False), row.pk] for row in rows]
        _execute(_change(type(rows[0]), names), values)


def delete(rows: Sequence[Model]) -> None:
    """Delete rows of one model, to which no other rows may point."""
    if rows:
        _execute(_deletion(type(rows[0])), [[row.pk] for row in rows])


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


def _columns(model: type[Model], names: Iterable[str]) -> list[str]:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    return [one.column for one in fields]
