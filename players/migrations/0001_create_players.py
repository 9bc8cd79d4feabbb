import datetime
import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
import players.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(default=players.models.new_username, editable=False, max_length=150, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('name', models.CharField(blank=True, max_length=40, validators=[players.models.validate_name], verbose_name='name')),
                ('name_skeleton', models.CharField(blank=True, db_index=True, default='', editable=False, max_length=255)),
                ('language', models.CharField(blank=True, choices=[('', 'as in the browser'), ('en', 'English'), ('ja', 'Japanese')], default='', max_length=7, verbose_name='language')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[players.models.validate_time_zone], verbose_name='time zone')),
                ('card_style', models.CharField(choices=[('two', 'two colours'), ('four', 'four colours')], default='two', max_length=4, verbose_name='card style')),
                ('alternates_colours', models.BooleanField(db_default=False, default=False, verbose_name='black and red suits alternate in my hand')),
                ('trumps_first', models.BooleanField(db_default=False, default=False, verbose_name='trumps come first in my hand')),
                ('large_cards', models.BooleanField(db_default=False, default=False, verbose_name='larger cards')),
                ('theme', models.CharField(blank=True, choices=[('', 'automatic'), ('light', 'light'), ('dark', 'dark')], default='', max_length=5, verbose_name='appearance')),
                ('one_tap', models.BooleanField(default=False, verbose_name='play with one tap')),
                ('keeps_quiet', models.BooleanField(default=True, verbose_name='quiet hours')),
                ('quiet_from', models.TimeField(default=datetime.time(23, 0), verbose_name='quiet from')),
                ('quiet_until', models.TimeField(default=datetime.time(7, 0), verbose_name='quiet until')),
                ('vacations_until', models.DateTimeField(editable=False, null=True)),
                ('statistics_for', models.CharField(choices=[('all', 'everybody who is signed in'), ('circle', 'people I have played with or share a club with'), ('none', 'only me')], default='circle', max_length=6, verbose_name='who sees my statistics')),
                ('shows_presence', models.BooleanField(db_default=False, default=False, verbose_name='show friends, and players at my tables, when I am online')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('reminders', models.CharField(blank=True, default='half,2h', max_length=40)),
                ('browser_language', models.CharField(blank=True, default='', editable=False, max_length=7)),
                ('muted_until', models.DateTimeField(editable=False, null=True)),
                ('seen_at', models.DateTimeField(editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_feed', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('token', models.CharField(max_length=48, unique=True)),
            ],
            options={
                'verbose_name': 'calendar feed',
                'verbose_name_plural': 'calendar feeds',
            },
        ),
        migrations.CreateModel(
            name='NotificationSettings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('choices', models.JSONField(default=dict)),
                ('mail_is_off', models.BooleanField(default=False)),
                ('digest_hour', models.PositiveSmallIntegerField(null=True)),
                ('mail_fails_since', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'notification settings',
                'verbose_name_plural': 'notification settings',
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks_received', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
            },
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(null=True)),
                ('asked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friendships_received', to=settings.AUTH_USER_MODEL)),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friendships_asked', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'friendship',
                'verbose_name_plural': 'friendships',
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=120)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('routed_at', models.DateTimeField(null=True)),
                ('in_site', models.BooleanField(default=False)),
                ('read_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('dropped', 'out of date'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('not_before', models.DateTimeField()),
                ('claim', models.UUIDField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, default='', max_length=200)),
                ('settled_at', models.DateTimeField(null=True)),
                ('channel', models.CharField(choices=[('mail', 'Email'), ('push', 'Push')], max_length=4)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('notification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='players.notification')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=600, unique=True)),
                ('p256dh', models.CharField(max_length=120)),
                ('auth', models.CharField(max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to='players.session')),
            ],
            options={
                'verbose_name': 'push subscription',
                'verbose_name_plural': 'push subscriptions',
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start', models.DateTimeField()),
                ('end', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'vacation',
                'verbose_name_plural': 'vacations',
                'ordering': ['start'],
            },
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(fields=['email'], name='players_user_email'),
        ),
        migrations.AddConstraint(
            model_name='block',
            constraint=models.UniqueConstraint(fields=('user', 'blocked'), name='players_block_once'),
        ),
        migrations.AddConstraint(
            model_name='friendship',
            constraint=models.UniqueConstraint(django.db.models.functions.comparison.Least('asker', 'asked'), django.db.models.functions.comparison.Greatest('asker', 'asked'), name='players_friendship_once'),
        ),
        migrations.AddConstraint(
            model_name='friendship',
            constraint=models.CheckConstraint(condition=models.Q(('asker', models.F('asked')), _negated=True), name='players_friendship_of_two'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('routed_at', None)), fields=['id'], name='players_notification_unrouted'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('in_site', True)), fields=['user', '-at'], name='players_notification_in_site'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('in_site', True), ('read_at', None)), fields=['user'], name='players_notification_unread'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(fields=['at'], name='players_notification_at'),
        ),
        migrations.AddConstraint(
            model_name='notification',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='players_notification_once'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['not_before'], name='players_delivery_due'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['user', 'channel', 'not_before'], name='players_delivery_of_user'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['settled_at'], name='players_delivery_settled'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('notification', 'channel'), name='players_delivery_once'),
        ),
        migrations.AddIndex(
            model_name='vacation',
            index=models.Index(fields=['user', 'end'], name='players_vacation_of_user'),
        ),
        migrations.AddConstraint(
            model_name='vacation',
            constraint=models.CheckConstraint(condition=models.Q(('end__gt', models.F('start'))), name='players_vacation_has_days'),
        ),
    ]
