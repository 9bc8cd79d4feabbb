from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0009_add_api_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='terms_version',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name='user',
            name='terms_agreed_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
