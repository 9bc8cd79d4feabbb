"""Statements that PostgreSQL planned before a migration changed the type of one of their columns.

PostgreSQL refuses such a prepared statement ("cached plan must not change result type"), and would for as long as the
connection lasts. While a new version replaces an old one, the old processes would then fail at every page.
"""

from collections.abc import Callable
from typing import Any, Final

from django.db import NotSupportedError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

REFUSES: Final = "RevalidateCachedQuery"
"""The function of PostgreSQL that refuses; its words depend on the server's language."""


def install() -> None:
    """Let every connection to PostgreSQL plan such statements again."""
    connection_created.connect(_watch)


def _watch(connection: BaseDatabaseWrapper, **_facts: object) -> None:
    if connection.vendor == "postgresql" and plan_again not in connection.execute_wrappers:
        # A connection may open inside another wrapper's `with`, whose end removes the last entry: so it goes first.
        connection.execute_wrappers.insert(0, plan_again)


def plan_again(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute the statement, once more if its plan is out of date.

    A transaction cannot go on after that. It ends with the error for which a request is answered 503, and rolling it
    back forgets all plans, so that the next try succeeds.
    """
    try:
        return execute(sql, params, many, context)
    except NotSupportedError as error:
        if not _is_refused_plan(error):
            raise
        if context["connection"].in_atomic_block:
            raise OperationalError(*error.args) from error
        context["cursor"].cursor.execute("DEALLOCATE ALL")
        return execute(sql, params, many, context)


def _is_refused_plan(error: NotSupportedError) -> bool:
    told = getattr(error.__cause__, "diag", None)
    return getattr(told, "source_function", None) == REFUSES
