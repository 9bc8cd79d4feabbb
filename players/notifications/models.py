"""Notifications, their deliveries, and each person's notification settings."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.notifications.outbox import OutboxItem


class Channel(models.TextChoices):
    """A way to reach a person outside the site."""

    MAIL = "mail", _("Email")
    PUSH = "push", pgettext_lazy("a way to be told", "Push")


class Group(models.TextChoices):
    """Kinds of notifications that a person switches on and off together."""

    TURNS = "turns", _("My turns and my seat")
    MATCHES = "matches", _("Invitations and matches")
    PEOPLE = "people", _("Chat, friends and my account")
    CLUBS = "clubs", _("Clubs")
    SEASONS = "seasons", _("Seasons")


class Notification(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=120)
    """The idempotency key: each person gets it once."""
    data = models.JSONField(default=dict)
    """The data that its kind needs for checks and the message; never a card."""
    at = models.DateTimeField()
    routed_at = models.DateTimeField(null=True)
    """When its channels were decided."""
    in_site = models.BooleanField(default=False)
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="players_notification_once")]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(routed_at=None), name="players_notification_unrouted"),
            models.Index(fields=["user", "-at"], condition=models.Q(in_site=True), name="players_notification_in_site"),
            models.Index(
                fields=["user"], condition=models.Q(in_site=True, read_at=None), name="players_notification_unread"
            ),
            models.Index(fields=["at"], name="players_notification_at"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} for {self.user_id}"


class Delivery(OutboxItem):
    """The delivery of a notification by one channel."""

    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The notification's person, so that one query finds all their deliveries."""
    channel = models.CharField(max_length=4, choices=Channel.choices)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [models.UniqueConstraint(fields=["notification", "channel"], name="players_delivery_once")]
        indexes = [
            models.Index(fields=["not_before"], condition=models.Q(state="waiting"), name="players_delivery_due"),
            models.Index(
                fields=["user", "channel", "not_before"],
                condition=models.Q(state="waiting"),
                name="players_delivery_of_user",
            ),
            models.Index(
                fields=["settled_at"], condition=models.Q(settled_at__isnull=False), name="players_delivery_settled"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} by {self.channel}: {self.state}"


class NotificationSettings(models.Model):
    """A person's choices that differ from the defaults, and whether mails reach them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="notification_settings"
    )
    choices = models.JSONField(default=dict)
    """Changed channels by kind: ``{"turn": {"mail": false}}``."""
    groups_off = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    """Groups of kinds that are switched off; the choices are kept."""
    mail_is_off = models.BooleanField(default=False)
    """Unsubscribed from all mails; the choices are kept."""
    digest_hour = models.PositiveSmallIntegerField(null=True)
    """The hour of the daily mail on the person's clock; None sends mails at once."""
    boards_hour = models.PositiveSmallIntegerField(null=True)
    """The hour of the reminder of the daily boards on the person's clock; None for no reminder."""
    even_if_seen = models.BooleanField(default=False, db_default=False)
    """Also sends what the person is reading at that moment."""
    mail_fails_since = models.DateTimeField(null=True)
    dead_address = models.EmailField(blank=True, default="", db_default="")
    """The address from which mail came back for good; another address of the person gets mail."""
    dead_by_complaint = models.BooleanField(default=False, db_default=False)
    """Mail did not come back: it was reported as spam."""

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")

    def __str__(self) -> str:
        return f"notification settings of {self.user_id}"


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    def signed_in(self, now: datetime) -> PushSubscriptionQuerySet:
        """Subscriptions whose sign-in has not expired."""
        return self.filter(models.Q(session=None) | models.Q(session__expire_date__gt=now))

    def working(self, now: datetime) -> PushSubscriptionQuerySet:
        """Those that are sent to."""
        return self.signed_in(now).filter(refused_at=None)


class PushSubscription(models.Model):
    """A browser that shows the person's notifications while they are signed in there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    session = models.ForeignKey(
        "players.Session",
        # For browsers that subscribed before this was stored.
        null=True,
        on_delete=models.CASCADE,
        related_name="push_subscriptions",
    )
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField(default=timezone.now)
    refused_at = models.DateTimeField(null=True)
    """When its service refused it for good. It gets nothing more, and stays so that people can renew it."""

    objects = PushSubscriptionQuerySet.as_manager()

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")

    def __str__(self) -> str:
        # Never the endpoint: it is a secret.
        return f"push subscription of {self.user_id}"


class CalendarRevision(models.Model):
    """How an event of a calendar was last given out, and since when: programs take only later revisions."""

    key = models.CharField(max_length=120, unique=True)
    """The event's UID, with the language in which it was given out."""
    fingerprint = models.CharField(max_length=64)
    modified_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("revision of a calendar event")
        verbose_name_plural = _("revisions of calendar events")

    def __str__(self) -> str:
        return self.key


class CalendarFeed(models.Model):
    """The secret address of a calendar with a person's deadlines; deleting the row revokes it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    token = models.CharField(max_length=48, unique=True)

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")

    def __str__(self) -> str:
        return f"calendar feed of {self.user_id}"
