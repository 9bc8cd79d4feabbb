from django.db import migrations, models
from django.db.models import F


def announce(apps, schema_editor):
    """Whatever left preparation was announced."""
    seasons = apps.get_model("leagues", "Season").objects.exclude(state="draft")
    seasons.update(announced_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_create_leagues")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="announced_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(announce, migrations.RunPython.noop),
    ]
