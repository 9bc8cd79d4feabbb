"""Deals of bots that sat from the start for withdrawn members are read again: they were credited to these members."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def read_again(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The nightly run over the standings of running seasons reads the deals of these tables."""
    seats = apps.get_model("leagues", "TableSeat").objects.exclude(entry__state="entered")
    tables = apps.get_model("leagues", "Table").objects.all()
    withdrawn = seats.filter(entry__isnull=False).values("table")
    running = tables.filter(round__season__state="running", game__isnull=False)
    running.filter(pk__in=withdrawn).update(deals_seq=0)


class Migration(migrations.Migration):
    rolling = "old code reads them as before, and new code reads what it has read the next night at most"

    dependencies = [("leagues", "0014_choose_places_of_webhooks")]

    operations = [migrations.RunPython(read_again, migrations.RunPython.noop, elidable=True)]
