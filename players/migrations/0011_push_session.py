import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0010_index_of_settled_deliveries")]

    operations = [
        migrations.AddField(
            model_name="pushsubscription",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="push_subscriptions",
                to="players.session",
            ),
        ),
    ]
