from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def delete_those_of_circles(apps: Any, schema_editor: Any) -> None:
    """Going back, as each set needs a person again."""
    apps.get_model("games", "HouseRules").objects.filter(user=None).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_part_calls_without_a_card'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='houserules',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='house_rules', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(migrations.RunPython.noop, delete_those_of_circles),
    ]
