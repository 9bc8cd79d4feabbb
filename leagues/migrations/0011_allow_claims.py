from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0010_read_substitutes_again")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="allows_claims",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="players may claim the rest or give up",
            ),
        ),
    ]
