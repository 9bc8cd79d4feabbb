from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0009_let_entries_expire")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="time_zone",
            field=models.CharField(default="UTC", max_length=64),
        ),
    ]
