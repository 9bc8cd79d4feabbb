from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0007_notes_about_members")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="token",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
        migrations.AddField(
            model_name="webhook",
            name="recipient",
            field=models.CharField(blank=True, default="", max_length=100),
        ),
        migrations.AddField(
            model_name="webhook",
            name="muted",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="webhook",
            name="former_secret",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="webhook",
            name="renewed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="form",
            field=models.CharField(
                choices=[
                    ("json", "JSON, signed, for a program of your own"),
                    ("text", "Slack, Mattermost, Rocket.Chat, Google Chat"),
                    ("discord", "Discord"),
                    ("telegram", "Telegram"),
                    ("line", "LINE"),
                ],
                max_length=8,
                verbose_name="form",
            ),
        ),
    ]
