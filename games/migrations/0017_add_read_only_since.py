from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_add_pauses_by_organisers'),
    ]

    operations = [
        migrations.AddField(
            model_name='heartbeat',
            name='read_only_since',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
