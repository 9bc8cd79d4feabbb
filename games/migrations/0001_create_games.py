import django.db.models.deletion
import games.imports.models
import games.kernel.models
from django.conf import settings
from django.db import migrations, models


# The log is append-only: the database itself refuses to change or delete an event.
POSTGRESQL = """
CREATE FUNCTION games_event_is_append_only() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only';
END
$$ LANGUAGE plpgsql;
CREATE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_is_append_only();
"""
POSTGRESQL_BACK = """
DROP TRIGGER games_event_append_only ON games_event;
DROP FUNCTION games_event_is_append_only();
"""
SQLITE = """
CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
"""
SQLITE_BACK = """
DROP TRIGGER games_event_no_update;
DROP TRIGGER games_event_no_delete;
"""


def run(schema_editor, postgresql, sqlite):
    connection = schema_editor.connection
    if connection.vendor == "postgresql":
        schema_editor.execute(postgresql, params=None)
        return
    with connection.cursor() as cursor:
        for statement in sqlite.split(";\n"):
            # A trigger's body ends in a semicolon of its own.
            if statement.strip():
                cursor.execute(statement if statement.rstrip().endswith("END") else statement + ";")


def protect(apps, schema_editor):
    run(schema_editor, POSTGRESQL, SQLITE)


def unprotect(apps, schema_editor):
    run(schema_editor, POSTGRESQL_BACK, SQLITE_BACK)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(default=games.kernel.models.new_slug, editable=False, max_length=16, unique=True)),
                ('name', models.CharField(blank=True, max_length=60, verbose_name='name of the table')),
                ('fixture_json', models.JSONField(null=True)),
                ('rules_json', models.JSONField()),
                ('clock_json', models.JSONField(default=dict)),
                ('release', models.CharField(choices=[('at_once', 'at once'), ('minutes', 'within ten minutes'), ('hour', 'within an hour')], default='minutes', max_length=8)),
                ('takes_back', models.BooleanField(db_default=False, default=False, verbose_name='a move can be taken back for some seconds')),
                ('allows_claims', models.BooleanField(db_default=True, default=True, verbose_name='players may claim the rest or give up')),
                ('status', models.CharField(choices=[('lobby', 'waiting for players'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'cancelled'), ('abandoned', 'abandoned')], default='lobby', max_length=10)),
                ('is_listed', models.BooleanField(default=True, verbose_name='anyone may watch')),
                ('invitation', models.CharField(default=games.kernel.models.new_invitation, max_length=32, unique=True)),
                ('commitment', models.CharField(max_length=64)),
                ('is_imported', models.BooleanField(default=False)),
                ('content', models.CharField(blank=True, db_index=True, default='', max_length=64)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('digest', models.CharField(blank=True, default='', max_length=64)),
                ('result_seq', models.PositiveIntegerField(default=0)),
                ('chat_lines', models.PositiveIntegerField(db_default=0, default=0)),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('paused_until', models.DateTimeField(null=True)),
                ('meets_at', models.DateTimeField(null=True)),
                ('meeting_remind_at', models.DateTimeField(null=True)),
                ('live_since', models.DateTimeField(null=True)),
                ('closes_at', models.DateTimeField(null=True)),
                ('key', models.UUIDField(null=True)),
                ('has_rematch', models.BooleanField(db_default=False, default=False)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_games', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(blank=True, choices=[('recruit', 'recruit'), ('corporal', 'corporal'), ('captain', 'captain')], default='', max_length=12)),
                ('seed', models.CharField(blank=True, default='', max_length=64)),
                ('seed_is_chosen', models.BooleanField(default=False)),
                ('given_name', models.CharField(blank=True, default='', max_length=80)),
                ('score', models.IntegerField(null=True)),
                ('chat_seen', models.PositiveIntegerField(db_default=0, default=0)),
                ('moves_seen', models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ('automates', models.BooleanField(default=False)),
                ('autopilot', models.BooleanField(default=False)),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('bank', models.DurationField(null=True)),
                ('bank_charged_until', models.DateTimeField(null=True)),
                ('hours_json', models.JSONField(default=dict)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('invited', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'heartbeat',
                'verbose_name_plural': 'heartbeats',
            },
        ),
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='games.game')),
                ('asked_at', models.DateTimeField()),
                ('version', models.PositiveSmallIntegerField()),
                ('deals', models.PositiveSmallIntegerField()),
                ('claimed_until', models.DateTimeField(null=True)),
                ('served_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('is_finished', models.BooleanField(default=False)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'analysis of a match',
                'verbose_name_plural': 'analyses of matches',
            },
        ),
        migrations.CreateModel(
            name='GameSecret',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret_row', serialize=False, to='games.game')),
                ('secret', models.CharField(max_length=64)),
            ],
            options={
                'verbose_name': 'secret of a game',
                'verbose_name_plural': 'secrets of games',
            },
        ),
        migrations.CreateModel(
            name='ArchivedDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('ended_at', models.DateTimeField()),
                ('is_listed', models.BooleanField()),
                ('is_imported', models.BooleanField()),
                ('preset', models.CharField(max_length=12)),
                ('bid', models.CharField(max_length=10)),
                ('trump', models.CharField(blank=True, max_length=1)),
                ('called', models.CharField(blank=True, max_length=2)),
                ('made', models.BooleanField()),
                ('is_alone', models.BooleanField()),
                ('took', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='archived_deals', to='games.game')),
            ],
            options={
                'verbose_name': 'deal in the archive',
                'verbose_name_plural': 'deals in the archive',
            },
        ),
        migrations.CreateModel(
            name='ArchivedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=80)),
                ('is_bot', models.BooleanField(null=True)),
                ('role', models.CharField(choices=[('napoleon', 'Napoleon or declarer'), ('adjutant', 'adjutant'), ('ally', 'ally or opponent')], max_length=8)),
                ('points', models.IntegerField()),
                ('ended_at', models.DateTimeField()),
                ('deal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='games.archiveddeal')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player in the archive',
                'verbose_name_plural': 'players in the archive',
            },
        ),
        migrations.CreateModel(
            name='Automation',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='automation', serialize=False, to='games.seat')),
                ('plays_forced', models.BooleanField(default=False)),
                ('plans', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'plans of a player',
                'verbose_name_plural': 'plans of players',
            },
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('is_thought', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(null=True)),
                ('key', models.UUIDField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game')),
                ('hidden_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'chat message',
                'verbose_name_plural': 'chat messages',
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(default=games.imports.models.new_slug, editable=False, max_length=16, unique=True)),
                ('changed_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('name', models.CharField(blank=True, default='', max_length=60)),
                ('played_on', models.DateField()),
                ('rules_json', models.JSONField()),
                ('players', models.JSONField()),
                ('dealer', models.PositiveSmallIntegerField(default=0)),
                ('sheet_json', models.JSONField(default=list)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'match typed in by hand',
                'verbose_name_plural': 'matches typed in by hand',
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('type', models.CharField(max_length=20)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('payload', models.JSONField()),
                ('by', models.CharField(choices=[('player', 'player'), ('plan', 'player, by a plan'), ('bot', 'bot'), ('timeout', 'bot, as the time was up'), ('site', 'site')], max_length=8)),
                ('at', models.DateTimeField()),
                ('key', models.UUIDField(null=True)),
                ('digest', models.CharField(max_length=64)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.game')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
            },
        ),
        migrations.CreateModel(
            name='FormerSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('until_seq', models.PositiveIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_seats', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'former seat',
                'verbose_name_plural': 'former seats',
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField(null=True)),
                ('step', models.PositiveSmallIntegerField(null=True)),
                ('key', models.UUIDField(null=True)),
                ('text', models.TextField(blank=True, max_length=5000)),
                ('at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField(null=True)),
                ('step', models.PositiveSmallIntegerField(null=True)),
                ('key', models.UUIDField(null=True)),
                ('text', models.TextField(max_length=5000)),
                ('at', models.DateTimeField()),
                ('edited_at', models.DateTimeField(null=True)),
                ('hidden_at', models.DateTimeField(null=True)),
                ('is_note', models.BooleanField(default=False)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='games.game')),
                ('hidden_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('note', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='comment', to='games.note')),
            ],
            options={
                'verbose_name': 'comment',
                'verbose_name_plural': 'comments',
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start', models.DateTimeField()),
                ('end', models.DateTimeField()),
                ('is_given_back', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
                'indexes': [models.Index(fields=['end'], name='games_outage_end')],
            },
        ),
        migrations.CreateModel(
            name='PairTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('preset', models.CharField(max_length=12)),
                ('is_imported', models.BooleanField()),
                ('month', models.DateField()),
                ('with_deals', models.IntegerField(default=0)),
                ('with_points', models.IntegerField(default=0)),
                ('against_deals', models.IntegerField(default=0)),
                ('against_points', models.IntegerField(default=0)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'counts of a pair',
                'verbose_name_plural': 'counts of pairs',
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cause', models.CharField(choices=[('host', 'the host')], default='host', max_length=9)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('start', models.DateTimeField()),
                ('end', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pauses', to='games.game')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'pause',
                'verbose_name_plural': 'pauses',
            },
        ),
        migrations.CreateModel(
            name='PersonTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('preset', models.CharField(max_length=12)),
                ('is_imported', models.BooleanField()),
                ('month', models.DateField()),
                ('counts_json', models.JSONField(default=dict)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'counts of a person',
                'verbose_name_plural': 'counts of persons',
            },
        ),
        migrations.CreateModel(
            name='Progress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('consumer', models.CharField(max_length=20)),
                ('seq', models.PositiveIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='progress', to='games.game')),
            ],
            options={
                'verbose_name': 'progress of a consumer',
                'verbose_name_plural': 'progress of consumers',
            },
        ),
        migrations.CreateModel(
            name='SeatTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('holder', models.PositiveSmallIntegerField(default=0)),
                ('preset', models.CharField(max_length=12)),
                ('is_imported', models.BooleanField()),
                ('month', models.DateField()),
                ('counts_json', models.JSONField(default=dict)),
                ('pairs_json', models.JSONField(default=dict)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_tallies', to='games.game')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'counts of a seat',
                'verbose_name_plural': 'counts of seats',
            },
        ),
        migrations.CreateModel(
            name='Stint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turns', models.PositiveIntegerField()),
                ('missed', models.PositiveIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stints', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stints', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'stint',
                'verbose_name_plural': 'stints',
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('opened_at', models.DateTimeField()),
                ('due', models.DateTimeField(null=True)),
                ('times_out_at', models.DateTimeField(null=True)),
                ('remind_at', models.DateTimeField(null=True)),
                ('remind_later', models.JSONField(default=list)),
                ('release_at', models.DateTimeField(null=True)),
                ('held', models.JSONField(null=True)),
                ('tell_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.game')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='turns', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'turn',
                'verbose_name_plural': 'turns',
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(default=games.imports.models.new_slug, editable=False, max_length=16, unique=True)),
                ('at', models.DateTimeField()),
                ('state', models.CharField(choices=[('reading', 'being read'), ('ready', 'waiting for you'), ('storing', 'being stored'), ('done', 'stored')], default='reading', max_length=8)),
                ('data', models.BinaryField()),
                ('expected', models.PositiveIntegerField(default=0)),
                ('is_cut', models.BooleanField(default=False)),
                ('is_listed', models.BooleanField(default=True)),
                ('names_json', models.JSONField(default=dict)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'upload of records',
                'verbose_name_plural': 'uploads of records',
            },
        ),
        migrations.CreateModel(
            name='Candidate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('line', models.PositiveIntegerField()),
                ('reason', models.CharField(blank=True, default='', max_length=40)),
                ('details', models.JSONField(default=dict)),
                ('wrong_line', models.PositiveIntegerField(null=True)),
                ('players', models.JSONField(default=list)),
                ('rules_json', models.JSONField(default=dict)),
                ('deals', models.PositiveIntegerField(default=0)),
                ('is_finished', models.BooleanField(default=False)),
                ('scores', models.JSONField(default=list)),
                ('content', models.CharField(blank=True, default='', max_length=64)),
                ('repeats', models.PositiveIntegerField(null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('same', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='candidates', to='games.upload')),
            ],
            options={
                'verbose_name': 'record of an upload',
                'verbose_name_plural': 'records of uploads',
                'ordering': ['upload', 'number'],
            },
        ),
        migrations.CreateModel(
            name='DealAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('judgement_json', models.JSONField()),
                ('luck_json', models.JSONField(null=True)),
                ('analysis', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='found', to='games.analysis')),
            ],
            options={
                'verbose_name': 'analysis of a deal',
                'verbose_name_plural': 'analyses of deals',
                'ordering': ['number'],
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['status', 'is_listed', '-created_at'], name='games_game_lobby'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['-ended_at'], name='games_game_ended'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('closes_at__isnull', False)), fields=['closes_at'], name='games_game_closing'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('meeting_remind_at__isnull', False)), fields=['meeting_remind_at'], name='games_game_meeting'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('live_since__isnull', False)), fields=['live_since'], name='games_game_live'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('key',), name='games_game_key'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['ended_at', 'id'], name='games_arch_ended'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['preset', 'ended_at', 'id'], name='games_arch_preset'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['bid', 'trump', 'ended_at', 'id'], name='games_arch_bid'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['trump', 'ended_at', 'id'], name='games_arch_trump'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['called', 'ended_at', 'id'], name='games_arch_called'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['took', 'ended_at', 'id'], name='games_arch_took'),
        ),
        migrations.AddIndex(
            model_name='archiveddeal',
            index=models.Index(condition=models.Q(('is_listed', True), ('is_imported', True)), fields=['ended_at', 'id'], name='games_arch_imported'),
        ),
        migrations.AddConstraint(
            model_name='archiveddeal',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='games_archived_deal'),
        ),
        migrations.AddIndex(
            model_name='archivedplayer',
            index=models.Index(condition=models.Q(('user__isnull', False)), fields=['user', 'ended_at', 'deal'], name='games_arch_user'),
        ),
        migrations.AddIndex(
            model_name='archivedplayer',
            index=models.Index(condition=models.Q(('user__isnull', False)), fields=['user', 'role', 'ended_at', 'deal'], name='games_arch_user_role'),
        ),
        migrations.AddIndex(
            model_name='archivedplayer',
            index=models.Index(condition=models.Q(('name', ''), _negated=True), fields=['name', 'ended_at', 'deal'], name='games_arch_name'),
        ),
        migrations.AddConstraint(
            model_name='archivedplayer',
            constraint=models.UniqueConstraint(fields=('deal', 'seat'), name='games_archived_player'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='games_seat_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('game', 'user'), name='games_seat_one_per_player'),
        ),
        migrations.AddIndex(
            model_name='chatmessage',
            index=models.Index(fields=['game', 'at'], name='games_chat_of_game'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('user', 'key'), name='games_chat_key'),
        ),
        migrations.AddIndex(
            model_name='draft',
            index=models.Index(fields=['user', '-changed_at'], name='games_draft_of_user'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(fields=('game', 'seq'), name='games_event_seq'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('game', 'key'), name='games_event_key'),
        ),
        migrations.AddConstraint(
            model_name='formerseat',
            constraint=models.UniqueConstraint(fields=('game', 'until_seq'), name='games_former_seat'),
        ),
        migrations.AddIndex(
            model_name='note',
            index=models.Index(fields=['game', 'user'], name='games_note_of_reader'),
        ),
        migrations.AddConstraint(
            model_name='note',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('user', 'key'), name='games_note_key'),
        ),
        migrations.AddIndex(
            model_name='comment',
            index=models.Index(fields=['game', 'deal', 'step'], name='games_comment_of_position'),
        ),
        migrations.AddConstraint(
            model_name='comment',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('user', 'key'), name='games_comment_key'),
        ),
        migrations.AddConstraint(
            model_name='pairtally',
            constraint=models.UniqueConstraint(fields=('user', 'other', 'preset', 'is_imported', 'month'), name='games_pairtally_once'),
        ),
        migrations.AddIndex(
            model_name='pause',
            index=models.Index(fields=['game', 'end'], name='games_pause_of_game'),
        ),
        migrations.AddConstraint(
            model_name='persontally',
            constraint=models.UniqueConstraint(fields=('user', 'preset', 'is_imported', 'month'), name='games_persontally_once'),
        ),
        migrations.AddIndex(
            model_name='progress',
            index=models.Index(condition=models.Q(('seq', 0)), fields=['game'], name='games_progress_begun'),
        ),
        migrations.AddConstraint(
            model_name='progress',
            constraint=models.UniqueConstraint(fields=('game', 'consumer'), name='games_progress_once'),
        ),
        migrations.AddConstraint(
            model_name='seattally',
            constraint=models.UniqueConstraint(fields=('game', 'number', 'holder'), name='games_seattally_once'),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(fields=['user', 'opened_at'], name='games_turn_of_user'),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(condition=models.Q(('times_out_at__isnull', False)), fields=['times_out_at'], name='games_turn_time_outs'),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='games_turn_to_remind'),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(condition=models.Q(('release_at__isnull', False)), fields=['release_at'], name='games_turn_to_release'),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(condition=models.Q(('tell_at__isnull', False)), fields=['tell_at'], name='games_turn_to_tell'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.UniqueConstraint(fields=('game', 'deal', 'seat'), name='games_turn_once'),
        ),
        migrations.AddIndex(
            model_name='upload',
            index=models.Index(fields=['user', '-at'], name='games_upload_of_user'),
        ),
        migrations.AddConstraint(
            model_name='candidate',
            constraint=models.UniqueConstraint(fields=('upload', 'number'), name='games_candidate_number'),
        ),
        migrations.AddConstraint(
            model_name='dealanalysis',
            constraint=models.UniqueConstraint(fields=('analysis', 'number'), name='games_dealanalysis_once'),
        ),
        migrations.AddIndex(
            model_name='analysis',
            index=models.Index(condition=models.Q(('is_finished', False)), fields=['asked_at'], name='games_analysis_waiting'),
        ),
        migrations.RunPython(protect, unprotect),
    ]
