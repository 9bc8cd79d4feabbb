from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_take_moves_back'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='allows_claims',
            field=models.BooleanField(db_default=True, default=True, verbose_name='players may claim the rest or give up'),
        ),
    ]
