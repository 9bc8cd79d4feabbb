from django.db import migrations, models


class Migration(migrations.Migration):
    """Tells deals in which nobody was called from those in which the winner of the first trick was."""

    dependencies = [
        ("games", "0018_add_house_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="archiveddeal",
            name="called_who",
            field=models.CharField(blank=True, db_default="", default="", max_length=11),
        ),
        migrations.AddIndex(
            model_name="archiveddeal",
            index=models.Index(
                condition=models.Q(("is_listed", True), models.Q(("called_who", ""), _negated=True)),
                fields=["called_who", "ended_at", "id"],
                name="games_arch_called_who",
            ),
        ),
    ]
