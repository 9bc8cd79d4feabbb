"""Finds migrations that break old code while a new version replaces it process by process.

A rolling upgrade migrates first, so for some seconds old code works on the new tables. There may be more than it knows,
but nothing may be gone, have another name, or be required that old code does not give.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.db.migrations import operations as kinds
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field
from django.db.models.fields import NOT_PROVIDED

REASONS: Final = {
    kinds.DeleteModel: "drops a table that old code still reads",
    kinds.RemoveField: "drops a column that old code still reads and writes",
    kinds.RenameModel: "renames a table that old code still reads",
    kinds.RenameField: "renames a column that old code still reads",
    kinds.AlterModelTable: "renames a table that old code still reads",
    kinds.AlterUniqueTogether: "may refuse what old code writes",
    kinds.AddConstraint: "may refuse what old code writes",
    kinds.RunSQL: "does what no check can judge",
    kinds.RunPython: "changes rows that old code may write meanwhile",
}


def reasons_against(migration: Migration, before: ProjectState) -> list[str]:
    """The operations that break old code.

    A migration that is safe all the same says why in its class: ``rolling = "…"``. For example, the version before it
    has already stopped using the column that it drops.
    """
    if getattr(migration, "rolling", ""):
        return []
    return [
        f"{migration}: {operation.describe()}: {reason}"
        for operation in migration.operations
        for reason in _reasons(operation, migration.app_label, before)
    ]


def _reasons(operation: Operation, app: str, before: ProjectState) -> Iterator[str]:
    model = (app, str(getattr(operation, "model_name_lower", "")))
    if model[1] and model not in before.models:
        return  # a table new in this migration, or for tests: nobody uses it yet
    for kind, reason in REASONS.items():
        if isinstance(operation, kind) and not _does_nothing(operation):
            yield reason
    if isinstance(operation, kinds.AddField) and _is_required(operation.field):
        yield "old code does not give this column, and it has no db_default"
    if isinstance(operation, kinds.AlterField):
        old = before.models[model].fields[operation.name]
        if changed := sorted(_narrowed(old, operation.field)):
            yield f"old code may write what the column no longer takes ({', '.join(changed)})"


def _does_nothing(operation: Operation) -> bool:
    """Whether it only does something on the way back."""
    return isinstance(operation, kinds.RunPython) and operation.code is kinds.RunPython.noop


def _is_required(field: Field[Any, Any]) -> bool:
    return not (field.many_to_many or field.null or field.db_default is not NOT_PROVIDED)


def _narrowed(old: Field[Any, Any], new: Field[Any, Any]) -> set[str]:
    """The attributes that make a column narrower or a different one."""
    was, now = _of_column(old), _of_column(new)
    changed = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
    if new.null:
        changed.discard("null")
    if (new.max_length or 0) >= (old.max_length or 0):
        changed.discard("max_length")
    return changed - {"db_default", "default"}


def _of_column(field: Field[Any, Any]) -> dict[str, Any]:
    _, kind, _, attributes = field.deconstruct()
    return {"type": kind} | {key: value for key, value in attributes.items() if key not in field.non_db_attrs}
