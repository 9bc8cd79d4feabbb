"""Every migration leaves old code working, so that a site can be upgraded process by process (docs/operations.md)."""

from typing import Any, Final

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from tests.support.rolling import reasons_against

# The first ones make the tables.
BEFORE: Final = dict.fromkeys(("players", "games", "leagues", "staff"), "0001")


def state() -> ProjectState:
    found = ProjectState()
    fields: list[tuple[str, Any]] = [
        ("id", models.AutoField(primary_key=True)),
        ("name", models.CharField(max_length=10)),
    ]
    found.add_model(ModelState("clubs", "Club", fields))
    return found


def migration(*operations: Operation, **attributes: str) -> Migration:
    made = Migration("0002_change", "clubs")
    made.operations = list(operations)
    vars(made).update(attributes)
    return made


def test_every_migration_leaves_old_code_working() -> None:
    loader = MigrationLoader(None)
    wrong = [
        reason
        for (app, name), found in loader.disk_migrations.items()
        if name[:4] > BEFORE.get(app, "9")
        for reason in reasons_against(found, loader.project_state((app, name), at_end=False))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.DeleteModel("Club"),
        migrations.RemoveField("club", "name"),
        migrations.RenameField("club", "name", "title"),
        migrations.RenameModel("Club", "Society"),
        migrations.AddField("club", "motto", models.TextField(default="")),
        migrations.AlterField("club", "name", models.CharField(max_length=9)),
        migrations.AlterField("club", "name", models.CharField(max_length=10, unique=True)),
        migrations.AlterField("club", "name", models.IntegerField()),
        migrations.RunSQL("DELETE FROM clubs_club"),
        migrations.RunPython(lambda _apps, _editor: None),
    ],
    ids=lambda operation: operation.describe(),
)
def test_refused(operation: Operation) -> None:
    (reason,) = reasons_against(migration(operation), state())
    assert reason.startswith(f"clubs.0002_change: {operation.describe()}: ")
    assert reasons_against(migration(operation, rolling="Nobody uses it."), state()) == []


@pytest.mark.parametrize(
    "operations",
    [
        [migrations.AddField("club", "motto", models.TextField(default="", db_default=""))],
        [migrations.AddField("club", "motto", models.TextField(null=True))],
        [migrations.RunPython(migrations.RunPython.noop, lambda _apps, _editor: None)],
        [migrations.AlterField("club", "name", models.CharField("name", max_length=20, null=True))],
        [
            migrations.CreateModel("Cup", [("id", models.AutoField(primary_key=True))]),
            migrations.AddField("cup", "name", models.TextField()),
        ],
    ],
)
def test_allowed(operations: list[Operation]) -> None:
    assert reasons_against(migration(*operations), state()) == []
