"""What was noted of seasons that were never announced: of these only organisers know."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def find_seasons(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The entries know the season by the name that it had."""
    entries = apps.get_model("leagues", "AuditEntry").objects.filter(season=None)
    for season in apps.get_model("leagues", "Season").objects.filter(announced_at=None):
        since_then = entries.filter(club=season.club_id, at__gte=season.created_at)
        since_then.filter(data__season=season.name).update(season=season)


class Migration(migrations.Migration):
    rolling = "old code reads them as before, and adds entries without a season"

    dependencies = [("leagues", "0019_season_of_audit_entries")]

    operations = [migrations.RunPython(find_seasons, migrations.RunPython.noop, elidable=True)]
