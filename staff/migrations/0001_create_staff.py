import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_create_games'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BackupProof',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64)),
                ('made_at', models.DateTimeField()),
                ('proven_at', models.DateTimeField()),
                ('rows', models.PositiveBigIntegerField()),
                ('seconds', models.FloatField()),
            ],
            options={
                'verbose_name': 'proof of a backup',
                'verbose_name_plural': 'proofs of backups',
                'ordering': ['-made_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Lease',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('holder', models.CharField(max_length=100)),
                ('until', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'lease',
                'verbose_name_plural': 'leases',
            },
        ),
        migrations.CreateModel(
            name='Process',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=150, unique=True)),
                ('role', models.CharField(choices=[('web', 'web'), ('worker', 'worker'), ('scheduler', 'scheduler')], max_length=9)),
                ('host', models.CharField(max_length=100)),
                ('pid', models.PositiveIntegerField()),
                ('release', models.CharField(blank=True, max_length=60)),
                ('started_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('memory', models.PositiveBigIntegerField(default=0)),
                ('processor', models.FloatField(default=0)),
                ('streams', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'process',
                'verbose_name_plural': 'processes',
                'ordering': ['role', 'host', 'pid'],
            },
        ),
        migrations.CreateModel(
            name='StaffAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('action', models.CharField(choices=[('hide', 'hid a text'), ('show', 'showed a text again'), ('mute', 'muted a person'), ('unmute', 'let a person write again'), ('dismiss', 'dismissed a report'), ('merge', 'merged two accounts'), ('return', 'gave a match back to its people')], max_length=8)),
                ('target', models.CharField(max_length=40)),
                ('reason', models.CharField(max_length=300)),
                ('until', models.DateTimeField(null=True)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'action of staff',
                'verbose_name_plural': 'actions of staff',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('insult', 'insults or threatens'), ('spam', 'advertises, or keeps posting the same thing'), ('secrets', 'reveals cards of a deal in progress'), ('cheating', 'plays in two seats, or with somebody else’s help'), ('name', 'has an offensive name, or somebody else’s'), ('other', 'something else')], max_length=8, verbose_name='reason')),
                ('words', models.CharField(blank=True, max_length=500, verbose_name='in your own words')),
                ('at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, choices=[('acted', 'acted upon'), ('dismissed', 'dismissed')], max_length=9)),
                ('comment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.comment')),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.chatmessage')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report of a player',
                'verbose_name_plural': 'reports of players',
                'permissions': [('moderate', 'Can moderate: see reports, hide texts, mute people')],
                'indexes': [models.Index(condition=models.Q(('settled_at', None)), fields=['at'], name='staff_report_open')],
            },
        ),
    ]
