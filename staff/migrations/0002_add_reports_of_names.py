import django.db.models.deletion
from django.db import migrations, models

ACTIONS = [
    ('hide', 'hid a text'),
    ('show', 'showed a text again'),
    ('mute', 'muted a person'),
    ('unmute', 'let a person write again'),
    ('unname', 'removed a name'),
    ('clear', 'removed a description'),
    ('dismiss', 'dismissed a report'),
    ('merge', 'merged two accounts'),
    ('return', 'gave a match back to its people'),
]


def reported(name, model):
    return migrations.AddField(
        'report',
        name,
        models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=model),
    )


class Migration(migrations.Migration):
    dependencies = [
        ('games', '0001_create_games'),
        ('leagues', '0006_add_name_keys'),
        ('staff', '0001_create_staff'),
    ]

    operations = [
        reported('table', 'games.game'),
        reported('club', 'leagues.club'),
        reported('season', 'leagues.season'),
        migrations.AlterField('staffaction', 'action', models.CharField(choices=ACTIONS, max_length=8)),
    ]
