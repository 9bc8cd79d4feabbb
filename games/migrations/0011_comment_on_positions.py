"""Going back needs no more than one note of each person about a match."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_count_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="note", name="games_note_one_per_player"),
        migrations.AlterModelOptions(
            name="note",
            options={
                "ordering": ["pk"],
                "verbose_name": "note",
                "verbose_name_plural": "notes",
            },
        ),
        migrations.AddField(
            model_name="note", name="deal", field=models.PositiveSmallIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="note", name="step", field=models.PositiveSmallIntegerField(null=True)
        ),
        migrations.AddField(model_name="note", name="at", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="note", name="key", field=models.UUIDField(null=True)),
        migrations.AddIndex(
            model_name="note",
            index=models.Index(fields=["game", "user"], name="games_note_of_reader"),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key__isnull", False)),
                fields=("user", "key"),
                name="games_note_key",
            ),
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField(null=True)),
                ("step", models.PositiveSmallIntegerField(null=True)),
                ("key", models.UUIDField(null=True)),
                ("text", models.TextField(max_length=5000)),
                ("at", models.DateTimeField()),
                ("edited_at", models.DateTimeField(null=True)),
                ("hidden_at", models.DateTimeField(null=True)),
                ("is_note", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="games.game",
                    ),
                ),
                (
                    "hidden_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "note",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="comment",
                        to="games.note",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
                "ordering": ["at", "pk"],
                "permissions": [("hide_comment", "Can hide comments and open them again")],
                "indexes": [
                    models.Index(fields=["game", "deal", "step"], name="games_comment_of_position")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key__isnull", False)),
                        fields=("user", "key"),
                        name="games_comment_key",
                    )
                ],
            },
        ),
    ]
