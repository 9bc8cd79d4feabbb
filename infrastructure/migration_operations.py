"""Operations of migrations that leave a large table open to old code."""

from __future__ import annotations

from typing import Any

from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState


class AddIndexBesideWrites(AddIndex):
    """Adds an index while others write: PostgreSQL otherwise holds up every write until it is done.

    The migration says ``atomic = False``: PostgreSQL builds no such index in a transaction.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        # One that was broken off is there, and of no use.
        schema_editor.remove_index(model, self.index, concurrently=True)
        schema_editor.add_index(model, self.index, concurrently=True)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        model = from_state.apps.get_model(app_label, self.model_name)
        schema_editor.remove_index(model, self.index, concurrently=True)
