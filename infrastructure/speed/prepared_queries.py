"""Queries that nearly every request asks: their SQL is put together once for each connection.

The ORM takes longer to put such a query together than the database to answer it. A `PreparedQuery` is written like any
other, with a `Parameter` wherever a value goes, so its SQL and its objects are always those of the ORM.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, Expression, F, Field, Func, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.transaction import TransactionManagementError

T = TypeVar("T")
Rows = Iterable[Sequence[Any]]


class Parameter(Expression):
    """Where the value of that name goes. The field says how the database is given the value."""

    def __init__(self, name: str, field: Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class KeysField(Field[Any, Any]):
    """A list of keys, as the database takes it for one parameter."""

    def get_db_prep_value(self, value: Iterable[int], connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        keys = list(value)
        return keys if connection.vendor == "postgresql" else json.dumps(keys)


class Among(Func):
    """Whether a column is one of the keys of that name. `__in` would need another statement for each number of keys."""

    output_field = BooleanField()

    def __init__(self, column: str, keys: str) -> None:
        super().__init__(F(column), Parameter(keys, KeysField()))

    def as_sql(  # type: ignore[override]  # no template is given
        self, compiler: Any, connection: BaseDatabaseWrapper, **_context: Any
    ) -> tuple[str, tuple[Any, ...]]:
        (column, _none), (place, params) = map(compiler.compile, self.get_source_expressions())
        if connection.vendor == "postgresql":
            return f"{column} = ANY({place}::bigint[])", params
        return f"{column} IN (SELECT value FROM json_each({place}))", params  # noqa: S608  # no value of anybody's


class Compiled(NamedTuple):
    """A query as one connection asks it."""

    sql: str
    params: tuple[Any, ...]
    """Values, and a `Parameter` wherever one is still to come."""
    read: Callable[[Rows], list[Any]]
    """The objects that the rows stand for, or the rows themselves of a query for values."""
    locks: bool


class PreparedQuery(Generic[T]):
    """A query with parameters. ``build`` makes it, once for each connection."""

    def __init__(self, build: Callable[[], QuerySet[Any, T]]) -> None:
        self.build = build

    def all(self, **values: Any) -> list[T]:
        """What is found with these values for the parameters."""
        compiled = self._compiled(connections[DEFAULT_DB_ALIAS])
        return compiled.read(self._rows(compiled, compiled.sql, values))

    def first(self, **values: Any) -> T | None:
        """The first of what is found, or None."""
        return next(iter(self.all(**values)), None)

    def count(self, **values: Any) -> int:
        """How many are found. The query best asks for keys alone."""
        compiled = self._compiled(connections[DEFAULT_DB_ALIAS])
        sql = f"SELECT COUNT(*) FROM ({compiled.sql}) AS found"  # noqa: S608  # the ORM's own SQL
        [(number,)] = self._rows(compiled, sql, values)
        return int(number)

    def _rows(self, compiled: Compiled, sql: str, values: dict[str, Any]) -> Rows:
        connection = connections[DEFAULT_DB_ALIAS]
        if compiled.locks and not connection.in_atomic_block:
            raise TransactionManagementError("Outside of a transaction nothing can be locked.")
        params = [
            one.output_field.get_db_prep_value(values[one.name], connection) if isinstance(one, Parameter) else one
            for one in compiled.params
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            rows: Rows = cursor.fetchall()
            return rows

    def _compiled(self, connection: BaseDatabaseWrapper) -> Compiled:
        # On the connection itself, so that it ends with it.
        known: dict[PreparedQuery[Any], Compiled] = vars(connection).setdefault("_prepared", {})
        if self not in known:
            known[self] = compiled(self.build(), connection)
        return known[self]


def compiled(query: QuerySet[Any, Any], connection: BaseDatabaseWrapper) -> Compiled:
    """The SQL of the query, and how its rows are read."""
    compiler = query.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    converters = compiler.get_converters([column for column, *_ in compiler.select])

    def read(rows: Rows) -> list[Any]:
        found = compiler.apply_converters(rows, converters) if converters else rows
        return list(map(tuple, found)) if make is None else [make(row) for row in found]

    make = _maker(compiler) if query._iterable_class is ModelIterable else None
    return Compiled(sql, params, read, query.query.select_for_update)


def _maker(compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """What makes an object of a row, together with the objects that ``select_related`` asks for."""
    model, places = compiler.klass_info["model"], compiler.klass_info["select_fields"]
    start, end, alias = places[0], places[-1] + 1, compiler.connection.alias
    names = [column.target.attname for column, *_ in compiler.select[start:end]]
    related = get_related_populators(compiler.klass_info, compiler.select, alias)  # type: ignore[call-arg]  # stubs of Django 6

    def make(row: Sequence[Any]) -> Any:
        made = model.from_db(alias, names, row[start:end])
        for one in related:
            one.populate(row, made)
        return made

    return make
