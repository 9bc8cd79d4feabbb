from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_meetings")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="fixture_json",
            field=models.JSONField(null=True),
        ),
    ]
