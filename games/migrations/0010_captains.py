from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_take_moves_back"),
    ]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.CharField(
                blank=True,
                choices=[("recruit", "recruit"), ("corporal", "corporal"), ("captain", "captain")],
                default="",
                max_length=12,
            ),
        ),
    ]
