from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def end_offers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seats of matches that are over are offered to nobody."""
    seats = apps.get_model("games", "Seat").objects.filter(
        game__started_at__isnull=False, game__status__in=("finished", "abandoned")
    )
    seats.exclude(invited=None).update(invited=None)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_let_hosts_pause"),
    ]

    operations = [
        migrations.RunPython(end_offers, migrations.RunPython.noop),
    ]
