from django.db import migrations, models


def refuse(apps, schema_editor):
    """What was not answered in time was refused before."""
    entries = apps.get_model("leagues", "Entry").objects.filter(state="expired")
    entries.update(state="refused")


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0008_credit_substitutes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="state",
            field=models.CharField(
                choices=[
                    ("applied", "waits for approval"),
                    ("waiting", "on the waiting list"),
                    ("entered", "entered"),
                    ("withdrawn", "withdrawn"),
                    ("refused", "refused"),
                    ("expired", "not answered in time"),
                ],
                max_length=9,
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse),
    ]
