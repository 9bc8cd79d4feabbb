from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_fixtures_of_games")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="mailed_at",
            field=models.DateTimeField(null=True),
        ),
    ]
