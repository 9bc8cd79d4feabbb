from django.db import migrations, models

from players.names import skeleton, tidy


def store_looks(apps, schema_editor):
    """Bring all names into the form that new ones have, and store how they look."""
    for club in apps.get_model("leagues", "Club").objects.only("name").iterator():
        club.name = tidy(club.name)[:60]
        club.name_skeleton = skeleton(club.name)[:255]
        club.save(update_fields=["name", "name_skeleton"])


class Migration(migrations.Migration):
    dependencies = [("leagues", "0002_season_announced_at")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="name_skeleton",
            field=models.CharField(
                blank=True, db_index=True, default="", editable=False, max_length=255
            ),
        ),
        migrations.RunPython(store_looks, migrations.RunPython.noop),
    ]
