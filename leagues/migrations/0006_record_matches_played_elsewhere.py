import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_count_statistics"),
        ("leagues", "0005_count_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("played", "played to the end"),
                    ("bots", "played to the end by bots"),
                    ("pro_rata", "closed: finished deals count"),
                    ("void", "closed: void"),
                    ("recorded", "played elsewhere: recorded"),
                ],
                default="",
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="RecordedMatch",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="recorded",
                        serialize=False,
                        to="leagues.table",
                    ),
                ),
                ("seats_json", models.JSONField()),
                ("counted_at", models.DateTimeField()),
                (
                    "counted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "replaced",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "recorded match",
                "verbose_name_plural": "recorded matches",
            },
        ),
    ]
