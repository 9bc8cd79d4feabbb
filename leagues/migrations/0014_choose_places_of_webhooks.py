from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0013_index_of_settled_posts")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="places",
            field=models.JSONField(null=True),
        ),
    ]
