from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0006_hand_order'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='shows_presence',
            field=models.BooleanField(db_default=False, default=False, verbose_name='show friends, and players at my tables, when I am online'),
        ),
    ]
