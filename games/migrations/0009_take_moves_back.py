from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_moves_seen'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='takes_back',
            field=models.BooleanField(db_default=False, default=False, verbose_name='a move can be taken back for some seconds'),
        ),
        migrations.AddField(
            model_name='turn',
            name='held',
            field=models.JSONField(null=True),
        ),
    ]
