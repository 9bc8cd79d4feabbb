import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0005_rounds_mailed")]

    operations = [
        migrations.CreateModel(
            name="ReminderText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(choices=[("friendly", "A friendly reminder"), ("urgent", "Time is running out"), ("staying", "Will you play on?")], max_length=8)),
                ("language", models.CharField(max_length=7)),
                ("text", models.CharField(max_length=500)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="leagues.club")),
            ],
            options={
                "verbose_name": "text for late players",
                "verbose_name_plural": "texts for late players",
                "constraints": [models.UniqueConstraint(fields=("club", "name", "language"), name="leagues_remindertext_once")],
            },
        ),
    ]
