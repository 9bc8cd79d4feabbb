"""Deals of clubs that have become private stayed in the archive until this version."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def unlist(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the deals of unlisted matches out of everybody's search."""
    deals = apps.get_model("games", "ArchivedDeal").objects
    deals.filter(is_listed=True, game__is_listed=False).update(is_listed=False)


class Migration(migrations.Migration):
    rolling = "old code that unlists meanwhile leaves what `manage.py verify` finds, as it always did"

    dependencies = [("games", "0015_luck_of_deals")]

    operations = [migrations.RunPython(unlist, migrations.RunPython.noop, elidable=True)]
