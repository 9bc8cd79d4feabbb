from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_add_time_zone_of_clubs")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="bot_deals",
            field=models.CharField(
                choices=[
                    ("losses", "Only what it loses: a bot wins nothing for anybody"),
                    ("nothing", "Nothing"),
                    ("full", "As much as a deal of their own"),
                ],
                db_default="full",
                default="losses",
                max_length=7,
            ),
        )
    ]
