from django.db import migrations, models

from napoleon_site.migration_operations import AddIndexBesideWrites


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0016_unlist_archived_deals")]

    operations = [
        AddIndexBesideWrites(
            model_name="progress",
            index=models.Index(
                condition=models.Q(("seq", 0)),
                fields=["game"],
                name="games_progress_begun",
            ),
        ),
    ]
