from django.db import migrations, models


def fill(apps, schema_editor):
    """Compare every name by today's rules."""
    from players.models import key_of, skeleton_of

    Club = apps.get_model('leagues', 'Club')
    for club in Club.objects.only('pk', 'name').iterator(chunk_size=2000):
        Club.objects.filter(pk=club.pk).update(name_key=key_of(club.name), name_skeleton=skeleton_of(club.name))


class Migration(migrations.Migration):
    rolling = 'old code goes on to write names; those of its clubs get a key when they are saved again'

    dependencies = [('leagues', '0005_add_bot_deals')]

    operations = [
        migrations.AddField(
            'club',
            'name_key',
            models.CharField(blank=True, db_default='', db_index=True, default='', editable=False, max_length=255),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
