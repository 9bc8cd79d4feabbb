"""Webhooks and their posts."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.notifications.outbox import OutboxItem


def new_secret() -> str:
    return secrets.token_hex(32)


class Webhook(models.Model):
    """The address that a club's news are posted to."""

    class Form(models.TextChoices):
        """The format of the posts."""

        JSON = "json", _("JSON, signed, for a program of your own")
        TEXT = "text", _("Slack, Mattermost, Rocket.Chat, Google Chat")
        DISCORD = "discord", "Discord"

    club = models.OneToOneField(
        "leagues.Club", primary_key=True, on_delete=models.CASCADE, related_name="webhook"
    )
    url = models.CharField(_("address"), max_length=500)
    """A secret: anybody who knows a chat service's address can write there."""
    form = models.CharField(
        pgettext_lazy("of a message", "form"), max_length=7, choices=Form.choices
    )
    language = models.CharField(_("language"), max_length=7)
    secret = models.CharField(max_length=64, default=new_secret)
    """Signs posts in JSON."""
    fails_since = models.DateTimeField(null=True)
    error = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        # Never the address.
        return f"webhook of club {self.club_id}"


class Post(OutboxItem):
    """One message to the webhook."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="posts")
    kind = models.CharField(max_length=20)
    """Its class in `leagues.webhooks.outbox.POSTS`."""
    key = models.CharField(max_length=120)
    """The idempotency key: the webhook gets it once."""
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("post to a webhook")
        verbose_name_plural = _("posts to webhooks")
        constraints = [
            models.UniqueConstraint(fields=["webhook", "key"], name="leagues_post_once"),
        ]
        indexes = [
            models.Index(
                fields=["not_before"],
                condition=models.Q(state="waiting"),
                name="leagues_post_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.kind} {self.key}"
