"""Comments are hidden by staff who may moderate; the permission that did only this, and told nobody, goes."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def delete_permission(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """`migrate` makes the permissions of models, and deletes none."""
    permissions = apps.get_model("auth", "Permission").objects
    permissions.filter(content_type__app_label="games", codename="hide_comment").delete()


class Migration(migrations.Migration):
    rolling = "in old code the button is there for superusers alone"

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0017_index_of_begun_progress"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="comment",
            options={
                "ordering": ["at", "pk"],
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
            },
        ),
        migrations.RunPython(delete_permission, migrations.RunPython.noop),
    ]
