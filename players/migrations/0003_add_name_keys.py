from django.db import migrations, models


def fill(apps, schema_editor):
    """Compare every name by today's rules."""
    from players.models import key_of, skeleton_of

    User = apps.get_model('players', 'User')
    for user in User.objects.exclude(name='').only('pk', 'name').iterator(chunk_size=2000):
        User.objects.filter(pk=user.pk).update(name_key=key_of(user.name), name_skeleton=skeleton_of(user.name))


class Migration(migrations.Migration):
    rolling = 'old code goes on to write names; a visit by new code compares them again'

    dependencies = [('players', '0002_add_even_if_seen')]

    operations = [
        migrations.AddField(
            'user',
            'name_key',
            models.CharField(blank=True, db_default='', db_index=True, default='', editable=False, max_length=255),
        ),
        migrations.AddField(
            'user', 'asked_to_rename', models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.AlterField('user', 'name', models.CharField(blank=True, max_length=40, verbose_name='name')),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
