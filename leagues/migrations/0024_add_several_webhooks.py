"""Clubs may have several webhooks, so a webhook gets a key of its own; until now it was the club's.

On the way back a club keeps its oldest webhook with its posts; the others are deleted.
"""

from typing import Any

import django.db.models.deletion
from django.core.management.color import no_style
from django.db import migrations, models
from django.db.models import F, Min

import leagues.webhooks.models

KEPT = (
    "club_id", "url", "token", "recipient", "form", "muted", "places", "language", "secret", "former_secret",
    "renewed_at", "fails_since", "error", "unknown_since", "off_at",
)
FORMS = [
    ("json", "JSON, signed, for a program of your own"),
    ("text", "Slack, Mattermost, Rocket.Chat, Google Chat"),
    ("discord", "Discord"),
    ("telegram", "Telegram"),
    ("line", "LINE"),
]


def copied(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in KEPT}


def copy(apps: Any, editor: Any) -> None:
    """Each webhook keeps its key, which its posts refer to."""
    former, new = apps.get_model("leagues", "FormerWebhook"), apps.get_model("leagues", "Webhook")
    new.objects.bulk_create([new(id=row.club_id, **copied(row)) for row in former.objects.all()])
    with editor.connection.cursor() as cursor:
        for statement in editor.connection.ops.sequence_reset_sql(no_style(), [new]):
            cursor.execute(statement)


def copy_back(apps: Any, editor: Any) -> None:
    former, new, post = (apps.get_model("leagues", name) for name in ("FormerWebhook", "Webhook", "Post"))
    oldest = new.objects.values("club").annotate(oldest=Min("id")).values("oldest")
    kept = list(new.objects.filter(id__in=oldest))
    former.objects.bulk_create([former(**copied(row)) for row in kept])
    post.objects.exclude(webhook__in=[row.id for row in kept]).delete()
    # By way of negative keys, since some keys of webhooks are those of other clubs.
    for row in kept:
        post.objects.filter(webhook=row.id).update(webhook=-row.club_id)
    post.objects.filter(webhook__lt=0).update(webhook=-F("webhook"))


class Migration(migrations.Migration):
    dependencies = [
        ('leagues', '0023_add_ladders'),
    ]
    rolling = (
        "Former webhooks keep the club's key as their own, so old code finds them and their posts as before. Only posts to a"
        " webhook that is added while old processes still run fail in these, until they are replaced."
    )

    operations = [
        migrations.AlterField(
            model_name='post',
            name='webhook',
            field=models.BigIntegerField(db_column='webhook_id'),
        ),
        migrations.RenameModel('Webhook', 'FormerWebhook'),
        migrations.AlterField(
            model_name='formerwebhook',
            name='club',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='leagues.club'),
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, db_default='', default='', max_length=40, verbose_name='name')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('token', models.CharField(blank=True, default='', max_length=300)),
                ('recipient', models.CharField(blank=True, default='', max_length=100)),
                ('form', models.CharField(choices=FORMS, max_length=8, verbose_name='form')),
                ('muted', models.JSONField(default=list)),
                ('places', models.JSONField(null=True)),
                ('language', models.CharField(max_length=7, verbose_name='language')),
                ('secret', models.CharField(default=leagues.webhooks.models.new_secret, max_length=64)),
                ('former_secret', models.CharField(blank=True, default='', max_length=64)),
                ('renewed_at', models.DateTimeField(null=True)),
                ('fails_since', models.DateTimeField(null=True)),
                ('error', models.CharField(blank=True, default='', max_length=100)),
                ('unknown_since', models.DateTimeField(null=True)),
                ('off_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='leagues.club')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
            },
        ),
        migrations.RunPython(copy, copy_back),
        migrations.AlterField(
            model_name='post',
            name='webhook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='leagues.webhook'),
        ),
        migrations.DeleteModel('FormerWebhook'),
    ]
