import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0006_texts_for_late_players")]

    operations = [
        migrations.CreateModel(
            name="MemberNote",
            fields=[
                (
                    "membership",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="note",
                        serialize=False,
                        to="leagues.membership",
                    ),
                ),
                ("text", models.TextField(max_length=1000)),
            ],
            options={
                "verbose_name": "note about a member",
                "verbose_name_plural": "notes about members",
            },
        ),
    ]
