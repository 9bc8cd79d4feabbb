import django.core.validators
import django.db.models.deletion
import leagues.clubs.models
import leagues.webhooks.models
from decimal import Decimal
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
            name='Apart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name': 'pair kept apart',
                'verbose_name_plural': 'pairs kept apart',
            },
        ),
        migrations.CreateModel(
            name='Bye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name': 'bye',
                'verbose_name_plural': 'byes',
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=30, unique=True)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('name_skeleton', models.CharField(blank=True, db_index=True, default='', editable=False, max_length=255)),
                ('about', models.TextField(blank=True, max_length=2000, verbose_name='about the club')),
                ('is_public', models.BooleanField(default=True, verbose_name='anyone may see the club')),
                ('takes_requests', models.BooleanField(default=True, verbose_name='anyone may ask to join')),
                ('created_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('size', models.PositiveSmallIntegerField(null=True)),
                ('promoted', models.PositiveSmallIntegerField(default=0)),
                ('relegated', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'division',
                'verbose_name_plural': 'divisions',
                'ordering': ['season', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_round', models.PositiveSmallIntegerField()),
                ('seed', models.BigIntegerField()),
                ('request_json', models.JSONField()),
                ('planned_json', models.JSONField(null=True)),
                ('rounds_json', models.JSONField()),
                ('certificate_json', models.JSONField()),
                ('swaps_json', models.JSONField(default=list)),
                ('made_at', models.DateTimeField()),
                ('locked_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'draw',
                'verbose_name_plural': 'draws',
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('applied', 'waits for approval'), ('waiting', 'on the waiting list'), ('entered', 'entered'), ('withdrawn', 'withdrawn'), ('refused', 'refused'), ('expired', 'not answered in time')], max_length=9)),
                ('order', models.PositiveIntegerField()),
                ('applied_at', models.DateTimeField()),
                ('entered_at', models.DateTimeField(null=True)),
                ('left_at', models.DateTimeField(null=True)),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('drawn', 'drawn'), ('running', 'running'), ('finished', 'finished'), ('void', 'void')], default='drawn', max_length=8)),
                ('outcome', models.CharField(blank=True, choices=[('played', 'played to the end'), ('bots', 'played to the end by bots'), ('pro_rata', 'closed: finished deals count'), ('void', 'closed: void'), ('recorded', 'external match')], default='', max_length=8)),
                ('deals_json', models.JSONField(default=list)),
                ('deals_seq', models.PositiveIntegerField(default=0)),
                ('opened_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'table of a season',
                'verbose_name_plural': 'tables of seasons',
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=leagues.clubs.models.new_token, editable=False, max_length=32, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('most_uses', models.PositiveSmallIntegerField(default=1)),
                ('uses', models.PositiveSmallIntegerField(default=0)),
                ('revoked_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='InvitationMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('dropped', 'out of date'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('not_before', models.DateTimeField()),
                ('claim', models.UUIDField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, default='', max_length=200)),
                ('settled_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'mailed invitation',
                'verbose_name_plural': 'mailed invitations',
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=300)),
                ('made_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'open'), ('approved', 'approved'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='open', max_length=9)),
                ('settled_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'request to join',
                'verbose_name_plural': 'requests to join',
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('member', 'member')], default='member', max_length=9)),
                ('joined_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('ended', models.CharField(blank=True, choices=[('left', 'left'), ('removed', 'removed'), ('gone', 'account deleted')], default='', max_length=7)),
            ],
            options={
                'verbose_name': 'membership',
                'verbose_name_plural': 'memberships',
            },
        ),
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('open', 'asked'), ('accepted', 'accepted'), ('declined', 'declined'), ('expired', 'not answered in time'), ('over', 'no longer needed')], default='open', max_length=8)),
                ('asked_at', models.DateTimeField()),
                ('answer_by', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'offer to a substitute',
                'verbose_name_plural': 'offers to substitutes',
            },
        ),
        migrations.CreateModel(
            name='Post',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('dropped', 'out of date'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('not_before', models.DateTimeField()),
                ('claim', models.UUIDField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, default='', max_length=200)),
                ('settled_at', models.DateTimeField(null=True)),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=120)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'post to a webhook',
                'verbose_name_plural': 'posts to webhooks',
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('family', models.CharField(choices=[('napoleon', 'Napoleon'), ('nap', 'Nap')], max_length=8)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('rated_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveSmallIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'change of a rating',
                'verbose_name_plural': 'changes of ratings',
            },
        ),
        migrations.CreateModel(
            name='ReminderText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(choices=[('friendly', 'A friendly reminder'), ('urgent', 'Time is running out'), ('staying', 'Will you play on?')], max_length=8)),
                ('language', models.CharField(max_length=7)),
                ('text', models.CharField(max_length=500)),
            ],
            options={
                'verbose_name': 'text for late players',
                'verbose_name_plural': 'texts for late players',
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('planned', 'planned'), ('running', 'running'), ('finished', 'finished')], default='planned', max_length=8)),
                ('opens_at', models.DateTimeField(null=True)),
                ('closes_at', models.DateTimeField(null=True)),
                ('opened_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('mailed_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ['season', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=30)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('about', models.TextField(blank=True, max_length=2000, verbose_name='about the season')),
                ('state', models.CharField(choices=[('draft', 'in preparation'), ('registration', 'open for entries'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='draft', max_length=12)),
                ('announced_at', models.DateTimeField(null=True)),
                ('venue', models.CharField(choices=[('site', 'On this site'), ('real', 'At real tables: only the results are entered here')], db_default='site', default='site', max_length=4)),
                ('rules_json', models.JSONField()),
                ('clock_json', models.JSONField(default=dict)),
                ('release', models.CharField(choices=[('at_once', 'at once'), ('minutes', 'within ten minutes'), ('hour', 'within an hour')], default='minutes', max_length=8)),
                ('is_listed', models.BooleanField(default=True, verbose_name='anyone may watch')),
                ('allows_claims', models.BooleanField(db_default=True, default=True, verbose_name='players may claim the rest or give up')),
                ('other_size', models.PositiveSmallIntegerField(null=True)),
                ('pairing', models.CharField(choices=[('even', 'Everybody meets everybody as evenly as possible'), ('swiss', 'Neighbours in the standings, seldom the same ones twice'), ('fresh', 'Neighbours in the standings, the same ones only where unavoidable')], default='even', max_length=5)),
                ('gap', models.CharField(choices=[('bots', 'Bots fill the seats'), ('byes', 'Some have a bye')], default='bots', max_length=4)),
                ('bot_level', models.CharField(default='corporal', max_length=12)),
                ('rounds_planned', models.PositiveSmallIntegerField(default=5, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(30)])),
                ('pace', models.CharField(choices=[('rounds', 'Round by round'), ('concurrent', 'All rounds at once, as many as members have room for')], default='rounds', max_length=10)),
                ('opening', models.CharField(choices=[('dates', 'On set dates'), ('finished', 'As soon as the previous one is finished')], default='dates', max_length=8)),
                ('starts_at', models.DateTimeField(null=True)),
                ('time_zone', models.CharField(default='UTC', max_length=64)),
                ('round_days', models.PositiveSmallIntegerField(null=True)),
                ('games_at_once', models.PositiveSmallIntegerField(default=2)),
                ('closing', models.CharField(choices=[('bots', 'Bots play to the end immediately'), ('pro_rata', 'The finished deals count, scaled to a whole table'), ('void', 'The table is void')], default='bots', max_length=8)),
                ('credit', models.CharField(choices=[('seat', 'The owner of the seat gets all points'), ('deals', 'Everyone gets the points of the deals they played')], default='seat', max_length=5)),
                ('substitute_hours', models.PositiveSmallIntegerField(default=24)),
                ('registration_opens_at', models.DateTimeField(null=True)),
                ('registration_closes_at', models.DateTimeField(null=True)),
                ('needs_approval', models.BooleanField(default=False, verbose_name='an organiser approves each entry')),
                ('cap', models.PositiveSmallIntegerField(null=True)),
                ('has_waiting_list', models.BooleanField(default=True, verbose_name='waiting list')),
                ('late_until', models.PositiveSmallIntegerField(default=0)),
                ('scheme_json', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
            },
        ),
        migrations.CreateModel(
            name='SeasonStatistics',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('preset', models.CharField(max_length=12)),
                ('month', models.DateField()),
                ('counts_json', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name': 'counts of a season',
                'verbose_name_plural': 'counts of seasons',
            },
        ),
        migrations.CreateModel(
            name='Substitute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'substitute',
                'verbose_name_plural': 'substitutes',
            },
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('sought_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'seat at a table of a season',
                'verbose_name_plural': 'seats at tables of seasons',
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.DecimalField(decimal_places=2, max_digits=7)),
                ('reason', models.CharField(max_length=200)),
                ('made_at', models.DateTimeField()),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'adjustment',
                'verbose_name_plural': 'adjustments',
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('action', models.CharField(max_length=20)),
                ('is_by_site', models.BooleanField(default=False)),
                ('data', models.JSONField(default=dict)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('subject', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'entry of a club’s log',
                'verbose_name_plural': 'entries of clubs’ logs',
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='webhook', serialize=False, to='leagues.club')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('token', models.CharField(blank=True, default='', max_length=300)),
                ('recipient', models.CharField(blank=True, default='', max_length=100)),
                ('form', models.CharField(choices=[('json', 'JSON, signed, for a program of your own'), ('text', 'Slack, Mattermost, Rocket.Chat, Google Chat'), ('discord', 'Discord'), ('telegram', 'Telegram'), ('line', 'LINE')], max_length=8, verbose_name='form')),
                ('muted', models.JSONField(default=list)),
                ('places', models.JSONField(null=True)),
                ('language', models.CharField(max_length=7, verbose_name='language')),
                ('secret', models.CharField(default=leagues.webhooks.models.new_secret, max_length=64)),
                ('former_secret', models.CharField(blank=True, default='', max_length=64)),
                ('renewed_at', models.DateTimeField(null=True)),
                ('fails_since', models.DateTimeField(null=True)),
                ('error', models.CharField(blank=True, default='', max_length=100)),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
            },
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(condition=models.Q(('closed_at__isnull', True), ('is_public', True)), fields=['-id'], name='leagues_club_public'),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit', to='leagues.club'),
        ),
        migrations.CreateModel(
            name='DivisionStandings',
            fields=[
                ('division', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standings_state', serialize=False, to='leagues.division')),
                ('basis', models.CharField(blank=True, default='', max_length=64)),
                ('is_provisional', models.BooleanField(default=True)),
                ('rounds_over', models.PositiveSmallIntegerField(default=0)),
                ('changed_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'standings of a division',
                'verbose_name_plural': 'standings of divisions',
            },
        ),
        migrations.AddField(
            model_name='draw',
            name='division',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='leagues.division'),
        ),
        migrations.AddField(
            model_name='draw',
            name='locked_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='draw',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standing', serialize=False, to='leagues.entry')),
                ('position', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('points', models.CharField(max_length=60)),
                ('adjusted', models.CharField(max_length=60)),
                ('played', models.PositiveSmallIntegerField()),
                ('least', models.CharField(max_length=60)),
                ('most', models.CharField(max_length=60)),
                ('best_place', models.PositiveSmallIntegerField()),
                ('worst_place', models.PositiveSmallIntegerField()),
                ('results_json', models.JSONField(default=list)),
                ('ties_json', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'standing',
                'verbose_name_plural': 'standings',
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='division',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='leagues.division'),
        ),
        migrations.AddField(
            model_name='entry',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='bye',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='leagues.entry'),
        ),
        migrations.AddField(
            model_name='apart',
            name='one',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.entry'),
        ),
        migrations.AddField(
            model_name='apart',
            name='other',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.entry'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='leagues.entry'),
        ),
        migrations.CreateModel(
            name='ExternalMatch',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='external_match', serialize=False, to='leagues.table')),
                ('seats_json', models.JSONField()),
                ('deals_json', models.JSONField(null=True)),
                ('accepted_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'external match',
                'verbose_name_plural': 'external matches',
            },
        ),
        migrations.AddField(
            model_name='table',
            name='division',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='leagues.division'),
        ),
        migrations.AddField(
            model_name='table',
            name='game',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='league_table', to='games.game'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='leagues.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='club_invitations', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitationmail',
            name='invitation',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mail', to='leagues.invitation'),
        ),
        migrations.AddField(
            model_name='joinrequest',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='leagues.club'),
        ),
        migrations.AddField(
            model_name='joinrequest',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_requests', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='MemberNote',
            fields=[
                ('membership', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='note', serialize=False, to='leagues.membership')),
                ('text', models.TextField(max_length=1000)),
            ],
            options={
                'verbose_name': 'note about a member',
                'verbose_name_plural': 'notes about members',
            },
        ),
        migrations.AddField(
            model_name='membership',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='leagues.club'),
        ),
        migrations.AddField(
            model_name='membership',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='offer',
            name='entry',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='came_in', to='leagues.entry'),
        ),
        migrations.AddField(
            model_name='offer',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='season_offers', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='rating',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='rating',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='leagues.rating'),
        ),
        migrations.AddField(
            model_name='remindertext',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.club'),
        ),
        migrations.AddField(
            model_name='table',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='leagues.round'),
        ),
        migrations.AddField(
            model_name='bye',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='leagues.round'),
        ),
        migrations.AddField(
            model_name='season',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='leagues.club'),
        ),
        migrations.AddField(
            model_name='season',
            name='follows',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='followers', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='round',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='entry',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='division',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='season',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='apart',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='apart', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='seasonstatistics',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='statistics', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='substitute',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='leagues.season'),
        ),
        migrations.AddField(
            model_name='substitute',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitute_for', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tableseat',
            name='entry',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='leagues.entry'),
        ),
        migrations.AddField(
            model_name='tableseat',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='leagues.table'),
        ),
        migrations.AddField(
            model_name='offer',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='leagues.tableseat'),
        ),
        migrations.AddField(
            model_name='post',
            name='webhook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='leagues.webhook'),
        ),
        migrations.AddIndex(
            model_name='draw',
            index=models.Index(fields=['division', '-id'], name='leagues_draw_of_division'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('locked_at__isnull', True)), fields=('division',), name='leagues_draw_one_rehearsal'),
        ),
        migrations.AddField(
            model_name='standing',
            name='division',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='leagues.division'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('points', Decimal('0')), _negated=True), name='leagues_adjustment_of_something'),
        ),
        migrations.AddField(
            model_name='externalmatch',
            name='accepted_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='externalmatch',
            name='replaced',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(fields=['club', '-id'], name='leagues_invitation_of_club'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(fields=['email', 'made_at'], name='leagues_invitation_address'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(fields=['expires_at'], name='leagues_invitation_expiry'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('uses__lte', models.F('most_uses'))), name='leagues_invitation_uses'),
        ),
        migrations.AddIndex(
            model_name='invitationmail',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['not_before'], name='leagues_invitationmail_due'),
        ),
        migrations.AddIndex(
            model_name='joinrequest',
            index=models.Index(fields=['club', 'state', 'id'], name='leagues_request_of_club'),
        ),
        migrations.AddConstraint(
            model_name='joinrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('club', 'user'), name='leagues_joinrequest_one_open'),
        ),
        migrations.AddIndex(
            model_name='membership',
            index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['club', 'id'], name='leagues_membership_now'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('club', 'user'), name='leagues_membership_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'family'), name='leagues_rating_once'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['rating', '-id'], name='leagues_change_of_rating'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('game', 'rating'), name='leagues_ratingchange_once'),
        ),
        migrations.AddConstraint(
            model_name='remindertext',
            constraint=models.UniqueConstraint(fields=('club', 'name', 'language'), name='leagues_remindertext_once'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['division', 'round', 'number'], name='leagues_table_of_division'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('state__in', ['drawn', 'running'])), fields=['state', 'id'], name='leagues_table_open'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'division', 'number'), name='leagues_table_number'),
        ),
        migrations.AddConstraint(
            model_name='bye',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='leagues_bye_once'),
        ),
        migrations.AddIndex(
            model_name='season',
            index=models.Index(fields=['club', '-id'], name='leagues_season_of_club'),
        ),
        migrations.AddIndex(
            model_name='season',
            index=models.Index(condition=models.Q(('state__in', ['draft', 'registration', 'running'])), fields=['state', 'id'], name='leagues_season_open'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('club', 'slug'), name='leagues_season_address'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(condition=models.Q(('closes_at__isnull', False), ('state', 'running')), fields=['closes_at'], name='leagues_round_closing'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='leagues_round_number'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['season', 'state', 'order'], name='leagues_entry_of_season'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['user', '-id'], name='leagues_entry_of_user'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('season', 'user'), name='leagues_entry_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('season', 'order'), name='leagues_entry_order'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='leagues_division_number'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['club', '-id'], name='leagues_audit_of_club'),
        ),
        migrations.AddConstraint(
            model_name='apart',
            constraint=models.UniqueConstraint(fields=('one', 'other'), name='leagues_apart_once'),
        ),
        migrations.AddConstraint(
            model_name='apart',
            constraint=models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='leagues_apart_in_order'),
        ),
        migrations.AddConstraint(
            model_name='seasonstatistics',
            constraint=models.UniqueConstraint(fields=('season', 'preset', 'month'), name='leagues_seasonstatistics_once'),
        ),
        migrations.AddConstraint(
            model_name='substitute',
            constraint=models.UniqueConstraint(fields=('season', 'user'), name='leagues_substitute_once'),
        ),
        migrations.AddIndex(
            model_name='tableseat',
            index=models.Index(condition=models.Q(('sought_at__isnull', False)), fields=['sought_at'], name='leagues_tableseat_sought'),
        ),
        migrations.AddConstraint(
            model_name='tableseat',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='leagues_tableseat_number'),
        ),
        migrations.AddConstraint(
            model_name='tableseat',
            constraint=models.UniqueConstraint(condition=models.Q(('entry__isnull', False)), fields=('table', 'entry'), name='leagues_tableseat_once'),
        ),
        migrations.AddIndex(
            model_name='offer',
            index=models.Index(fields=['user', 'state'], name='leagues_offer_of_user'),
        ),
        migrations.AddIndex(
            model_name='offer',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['answer_by'], name='leagues_offer_due'),
        ),
        migrations.AddConstraint(
            model_name='offer',
            constraint=models.UniqueConstraint(fields=('seat', 'user'), name='leagues_offer_once'),
        ),
        migrations.AddConstraint(
            model_name='offer',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('seat',), name='leagues_offer_one_open'),
        ),
        migrations.AddIndex(
            model_name='post',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['not_before'], name='leagues_post_due'),
        ),
        migrations.AddIndex(
            model_name='post',
            index=models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at'], name='leagues_post_settled'),
        ),
        migrations.AddConstraint(
            model_name='post',
            constraint=models.UniqueConstraint(fields=('webhook', 'key'), name='leagues_post_once'),
        ),
        migrations.AddIndex(
            model_name='standing',
            index=models.Index(fields=['division', 'position'], name='leagues_standing_in_order'),
        ),
    ]
