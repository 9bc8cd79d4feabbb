from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_play_live")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="moves_seen",
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
    ]
