from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0011_add_bot_offers_and_open_data'),
    ]

    operations = [
        migrations.AddField(
            model_name='notificationsettings',
            name='dead_address',
            field=models.EmailField(blank=True, db_default='', default='', max_length=254),
        ),
        migrations.AddField(
            model_name='notificationsettings',
            name='dead_by_complaint',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
