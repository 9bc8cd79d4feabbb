"""Webhooks and their posts."""

import secrets
from base64 import b64encode

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from players.notifications.outbox import OutboxItem


def new_secret() -> str:
    """A key as the Standard Webhooks specification writes it."""
    return "whsec_" + b64encode(secrets.token_bytes(32)).decode()


class Webhook(models.Model):
    """An address that a club's news are posted to; a club may have several."""

    class Form(models.TextChoices):
        """The format of the posts."""

        JSON = "json", _("JSON, signed, for a program of your own")
        TEXT = "text", _("Slack, Mattermost, Rocket.Chat, Google Chat")
        DISCORD = "discord", "Discord"
        TELEGRAM = "telegram", "Telegram"
        LINE = "line", "LINE"

    OF_SERVICES = (Form.TELEGRAM, Form.LINE)
    """The address is the service's; a token says who sends, and a recipient to whom."""

    club = models.ForeignKey("leagues.Club", on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(_("name"), max_length=40, blank=True, default="", db_default="")
    """What organisers call it, to tell several apart."""
    url = models.CharField(_("address"), max_length=500)
    """A secret: anybody who knows a chat service's address can write there. Empty for `OF_SERVICES`."""
    token = models.CharField(max_length=300, blank=True, default="")
    """A secret as well."""
    recipient = models.CharField(max_length=100, blank=True, default="")
    form = models.CharField(pgettext_lazy("of a message", "form"), max_length=8, choices=Form.choices)
    muted = models.JSONField(default=list)
    """The kinds that are not posted."""
    places = models.JSONField(null=True)
    """The seasons and tables that are posted about, such as ``season:3`` and ``table:7``; all if there are none."""
    language = models.CharField(_("language"), max_length=7)
    secret = models.CharField(max_length=64, default=new_secret)
    """Signs posts in JSON."""
    former_secret = models.CharField(max_length=64, blank=True, default="")
    """The old secret also signs for a day after a renewal, so that receivers have time to change theirs."""
    renewed_at = models.DateTimeField(null=True)
    fails_since = models.DateTimeField(null=True)
    error = models.CharField(max_length=100, blank=True, default="")
    unknown_since = models.DateTimeField(null=True)
    """Since then the service has answered that it does not know the address (404 or 410)."""
    off_at = models.DateTimeField(null=True)
    """The site then switched it off. It is on again once organisers save it, or a test arrives."""

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        # Never the address.
        return self.name or gettext("Webhook")

    def get_absolute_url(self) -> str:
        return reverse("leagues:webhook", args=[self.club.slug, self.pk])

    def follows(self, season: int | None, table: int | None) -> bool:
        """Whether it is posted what concerns the season or the table; news of the club concern neither."""
        if season is None or not self.places:
            return True
        return f"season:{season}" in self.places or f"table:{table}" in self.places


class Post(OutboxItem):
    """One message to a webhook."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="posts")
    kind = models.CharField(max_length=20)
    """Its class in `leagues.webhooks.post_kinds.POSTS`."""
    key = models.CharField(max_length=120)
    """The idempotency key: the webhook gets it once."""
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("post to a webhook")
        verbose_name_plural = _("posts to webhooks")
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="leagues_post_once")]
        indexes = [
            models.Index(fields=["not_before"], condition=models.Q(state="waiting"), name="leagues_post_due"),
            models.Index(
                fields=["settled_at"], condition=models.Q(settled_at__isnull=False), name="leagues_post_settled"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.kind} {self.key}"
