from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0007_who_sees_presence'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='large_cards',
            field=models.BooleanField(db_default=False, default=False, verbose_name='larger cards'),
        ),
    ]
