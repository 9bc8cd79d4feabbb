"""Stored rows, and the statements that write them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Model

WRITING = re.compile(r"\b(INSERT INTO|UPDATE|DELETE FROM) ")
"""Anywhere in the text: PostgreSQL allows several in one reading statement."""


def facts(one: Model) -> dict[str, Any]:
    """All columns of a row, as Python holds them."""
    return {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}


@contextmanager
def writing_statements() -> Iterator[list[str]]:
    """Collect the statements that write rows; locking them does not count."""
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *others: Any) -> Any:
        if WRITING.search(sql.replace("FOR UPDATE", "")):
            found.append(sql)
        return execute(sql, *others)

    with connection.execute_wrapper(note):
        yield found
