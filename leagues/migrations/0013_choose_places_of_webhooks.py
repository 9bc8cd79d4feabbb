from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0012_choose_posts_of_turns")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="places",
            field=models.JSONField(null=True),
        ),
    ]
