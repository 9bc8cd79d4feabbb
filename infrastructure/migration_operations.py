"""Migration operations that do not block old code from large tables."""

from typing import Any

from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState


class AddIndexBesideWrites(AddIndex):
    """Adds an index concurrently: otherwise PostgreSQL blocks all writes until it is built.

    The migration needs ``atomic = False``: PostgreSQL cannot do this in a transaction.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        # An interrupted build leaves an invalid index behind.
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
