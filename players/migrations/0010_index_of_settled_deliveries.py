from django.db import migrations, models

from napoleon_site.migration_operations import AddIndexBesideWrites


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("players", "0009_muted_until")]

    operations = [
        AddIndexBesideWrites(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("settled_at__isnull", False)),
                fields=["settled_at"],
                name="players_delivery_settled",
            ),
        ),
    ]
